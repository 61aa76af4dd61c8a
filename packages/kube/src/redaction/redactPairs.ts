// Credentials that texts call by name: `token: …`, `DB_PASSWORD=…`, `--password …`, and the same in YAML, JSON and HTTP.
import { censored } from './censored';
import { Meaning, meaningOf } from './secretNames';
import { isSecretReference } from './secretReference';

/** How the API server begins its reasons; what follows a field's name then is no value. */
const verdict = String.raw`(?:Required|Invalid|Unsupported|Duplicate) value|Forbidden:|Not found|Internal error|Too (?:long|many|few)`;

/** In single, double or escaped quotes, also without the last. */
const quoted = String.raw`\\"(?:[^"\\]|\\{2,}"?|\\[^"\\])*(?:\\")?|\\{2,3}"[^"]*"?|"(?:[^"\\]|\\.)*"?|'[^']*'?`;

/** A list or object, also without its end. Nothing follows that could fail, so nothing is tried twice. */
const structure = [1, 2, 3, 4, 5].reduce(
  inner => String.raw`[{[](?:${quoted}|${inner}|[^{}[\]"'])*[}\]]?`,
  '(?!)',
);

/** Up to where a list, an object, a query or a text goes on. */
const bare = String.raw`(?:[^\s,;&}\]"'\\]|\\(?!["'nrt\\]))+`;

const credential = new RegExp(
  `(?!${verdict})(?:${quoted}|${structure}|${bare})`,
  'y',
);

/** What of a text is the value, by what it means. */
const values: Record<Meaning, RegExp> = {
  credential,
  secret: credential,
  header: new RegExp(
    `(?!${verdict})(?:${quoted}|${structure}|[^\\r\\n]+)`,
    'y',
  ),
  container: new RegExp(structure, 'y'),
};

/** A name with what stands between it and its value. */
const label =
  /(?<![\w.-])(?:([\w.-]+(?: keys?| ids?)?)(?:\\{0,3}["'])?(?:\[\d{1,9}\]|\])?[ \t]*[:=]{1,2}>?[ \t]*(?:(?:Invalid|Unsupported|Duplicate) value: )?|(--[\w.-]+)[ \t]+(?!-))/gi;

/** A name that is itself a value, with what stands between it and its own: `name: PASSWORD, value: …`. */
const namedValue =
  /\b(?:name|key)\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?([\w.-]{1,100})\\{0,3}["']?[ \t]{0,4}[,;\n]\s{0,40}\\{0,3}["']?value\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}/gi;

/** Counts, flags and what is absent. */
const isHarmless = (name: string, value: string) =>
  /^(?:true|false|null|undefined|none)$/i.test(value) ||
  (/s$/i.test(name) && /^\d+$/.test(value));

function valueAt(text: string, at: number, name: string): string {
  const meaning = meaningOf(name);
  if (!meaning) return '';
  const pattern = values[meaning];
  pattern.lastIndex = at;
  const value = pattern.exec(text)?.[0] ?? '';
  const isShown =
    isHarmless(name, value) ||
    (meaning === 'secret' && isSecretReference(value));
  return isShown ? '' : value;
}

/** The text without the values of what a pattern finds the names of. */
function redactAfter(pattern: RegExp, text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { index, 0: found, 1: name, 2: flag } of text.matchAll(pattern)) {
    const at = index + found.length;
    const value = index < done ? '' : valueAt(text, at, name ?? flag ?? '');
    if (value) {
      parts.push(text.slice(done, at), censored);
      done = at + value.length;
    }
  }
  return [...parts, text.slice(done)].join('');
}

/** The text without the values of pairs anywhere in it. */
export const redactPairs = (text: string): string =>
  redactAfter(label, redactAfter(namedValue, text));

/** A line of YAML or HTTP: what stands before the name, the name, the value. */
const field = /^(\s*(?:- +)*)(["']?)([\w.-]+)\2:(?:[ \t]+(\S[^]*))?$/;

/** What belongs to the lines below, as far as they are indented. */
const goesOnBelow = /^(?:[|>].*|[{[]\s*)?$/;

const harmlessLine = new RegExp(
  `^(?:${verdict}|(?:true|false|null|undefined|none|\\d+)(?![^\\s,]))`,
  'i',
);

function isHiddenLine(name: string, value: string): boolean {
  const meaning = meaningOf(name);
  if (!meaning || harmlessLine.test(value)) return false;
  if (meaning === 'container') return goesOnBelow.test(value);
  return !(meaning === 'secret' && isSecretReference(value));
}

/** The text without the values of lines that begin with a name, and without the lines below that belong to them. */
export function redactLines(text: string): string {
  const kept: string[] = [];
  /** Where the name of the hidden value stands. */
  let column: number | undefined;
  for (const line of text.split('\n')) {
    const indent = line.search(/\S|$/);
    const isInside =
      column !== undefined &&
      (indent > column ||
        indent === line.length ||
        (indent === column && line.startsWith('- ', indent)));
    if (isInside) continue;
    const [, before = '', quote = '', name = '', value = ''] =
      field.exec(line) ?? [];
    const isHidden = isHiddenLine(name, value);
    column = isHidden ? before.length : undefined;
    kept.push(
      isHidden ? `${before}${quote}${name}${quote}: ${censored}` : line,
    );
  }
  return kept.join('\n');
}
