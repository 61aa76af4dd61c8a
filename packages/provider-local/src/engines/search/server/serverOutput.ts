/** Reads what a server prints. Pure functions. */

const maxLength = 500;

/** A line without the time, level and logger before its text. */
const prefix = /^\[[^\]]*\]\[(?<level>\w+) *\]\[[^\]]*\] /;

/** The reason why a server did not start, from its log of this start. */
export function startupErrors(log: string): string {
  const lines = log.split('\n').map(line => ({
    level: prefix.exec(line)?.groups?.level,
    text: line.replace(prefix, ''),
  }));
  const ofJava = lines
    .map(({ text }) => text)
    .filter(text => /^(Error|Unrecognized|Could not|Invalid)\b/.test(text));
  if (ofJava.length > 0) return ofJava.join(' ').slice(0, maxLength);
  const causes = lines.flatMap(
    ({ text }) => /^Caused by: (?:[\w.$]+: )?(.+)$/.exec(text)?.[1] ?? [],
  );
  const errors = lines.flatMap(({ level, text }) =>
    level === 'ERROR' || level === 'FATAL' ? [text] : [],
  );
  const reasons = causes.length > 0 ? causes.slice(-1) : errors;
  return [...new Set(reasons)].join('; ').slice(0, maxLength);
}
