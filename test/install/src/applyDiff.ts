/** Applies a change as people read it: a diff without line numbers, whose context says where. */

/** Separates changes in different places of a file. */
const SEPARATOR = '@@\n';

function findOnce(lines: string[], wanted: string[]): number {
  const found = lines.flatMap((_, start) =>
    wanted.every((line, index) => lines[start + index] === line) ? [start] : [],
  );
  if (found.length === 1 && found[0] !== undefined) return found[0];
  throw new Error(
    `These lines are in the file ${found.length} times, not once:\n${wanted.join('\n')}`,
  );
}

/**
 * The file after the change.
 *
 * @param diff - lines that begin with `+`, `-` or a space; places are separated by `@@`
 * @throws when the lines of a place that are not new are in the file not exactly once
 */
export function applyDiff(text: string, diff: string): string {
  return diff.split(SEPARATOR).reduce((result, place) => {
    const changes = place.replace(/\n$/, '').split('\n');
    const before = changes.filter(line => !line.startsWith('+'));
    const after = changes.filter(line => !line.startsWith('-'));
    const content = (line: string) => line.slice(1);
    const lines = result.split('\n');
    const start = findOnce(lines, before.map(content));
    lines.splice(start, before.length, ...after.map(content));
    return lines.join('\n');
  }, text);
}
