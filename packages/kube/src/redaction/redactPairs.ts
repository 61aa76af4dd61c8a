// Redacts named credentials in texts: `token: …`, `DB_PASSWORD=…`, `--password …`, and their forms in YAML, JSON and
// HTTP.
import { censored } from './censored';
import {
  isCount,
  Meaning,
  meaningOf,
  meaningOfPath,
  meaningOfValue,
} from './secretNames';
import { isSecretReference } from './secretReference';
import { fieldErrorPrefix } from './fieldErrorPrefix';

/** A string in single, double or escaped quotes, possibly without the closing quote. */
const quoted = String.raw`\\"(?:[^"\\]|\\{2,}"?|\\[^"\\])*(?:\\")?|\\{2,3}"[^"]*"?|"(?:[^"\\]|\\.)*"?|'[^']*'?`;

/** A list or object, possibly without its end. The pattern ends without a condition, so that it does not backtrack. */
const structure = [1, 2, 3, 4, 5].reduce(
  inner => String.raw`[{[](?:${quoted}|${inner}|[^{}[\]"'])*[}\]]?`,
  '(?!)',
);

/** An unquoted value, up to the next part of a list, object, query or text. */
const bare = String.raw`(?:[^\s,;&}\]"'\\]|\\(?!["'nrt\\]))+`;

const credential = new RegExp(
  `(?!${fieldErrorPrefix})(?:${quoted}|${structure}|${bare})`,
  'y',
);

/** Extent of a value, by what its name means. */
const values: Record<Meaning, RegExp> = {
  credential,
  secret: credential,
  header: new RegExp(
    `(?!${fieldErrorPrefix})(?:${quoted}|${structure}|[^\\r\\n]+)`,
    'y',
  ),
  // After a YAML anchor or tag.
  container: new RegExp(
    String.raw`(?:[&!][^\s{[]{0,100}[ \t]{1,4})?${structure}`,
    'y',
  ),
};

/** A name with the separator before its value. */
const label =
  /(?<![\w.-])(?:([\w.-]+(?: keys?| ids?)?)(?:\\{0,3}["'])?(?:\[\d{1,9}\]|\])?[ \t]*(?:[:=]{1,2}>?|%3D)[ \t]*(?:(?:Invalid|Unsupported|Duplicate) value: )?|(--[\w.-]+)[ \t]+(?!-))/gi;

/** Quotes of any escape depth, with separators on both sides. */
const quotes = String.raw`\\{0,3}["']?`;
const is = String.raw`${quotes}[ \t]{0,4}[:=][ \t]{0,4}`;
const comma = String.raw`${quotes}(?:[ \t]{0,4}[,;\n]\s{0,40}|[ \t]{1,4})`;
/** Fields between the two of a pair, such as `op` of JSON Patch. */
const others = String.raw`(?:${quotes}(?!(?:name|key|path|value)\b)[\w-]{1,20}${is}${quotes}[\w./-]{0,40}${comma}){0,2}`;
const next = `${comma}${others}${quotes}`;

/** A name or path that is itself a value, with its field name. */
const named = String.raw`(?:name|key|path)${is}${quotes}([\w./~-]{1,200})`;

/** Such a name with the separator before its own value: `name: PASSWORD, value: …`. */
const namedValue = new RegExp(String.raw`\b${named}${next}value${is}`, 'gi');

/** A complete value of limited length, since the text after it decides. */
const short = String.raw`\\{1,3}"[^"]{0,512}"|"(?:[^"\\]|\\.){0,512}"|'[^']{0,512}'|[{[][^{}[\]]{0,512}[}\]]|[^\r\n,;{}[\]"'\\]{1,256}`;

/** The reverse order: `value: …, name: PASSWORD`. */
const valueBefore = new RegExp(
  String.raw`\bvalue${is}(?=(${short})${next}${named})`,
  'gi',
);

/** A `key` with the name of its parent: `tls: { cert: …, key: …`. */
const keyWithin = new RegExp(
  String.raw`(?<![\w.-])([\w.-]{1,100})${is}\{[^{}]{0,300}?(?<=[\s"',{])key${is}`,
  'gi',
);

type Found = readonly (string | undefined)[];

const meaningOfLabel = (name: string) =>
  name.startsWith('/') ? meaningOfPath(name) : meaningOfValue(name);

/**
 * Patterns that find names, in this order, with the name in a match, its meaning, and the value where the match
 * contains it.
 */
const finders: {
  pattern: RegExp;
  name: (found: Found) => string | undefined;
  meaning: (name: string) => Meaning | undefined;
  value?: (found: Found) => string | undefined;
}[] = [
  { pattern: namedValue, name: ([, name]) => name, meaning: meaningOfLabel },
  {
    pattern: valueBefore,
    name: ([, , name]) => name,
    meaning: meaningOfLabel,
    value: ([, value]) => value,
  },
  {
    pattern: keyWithin,
    name: ([, above]) => `${above}.key`,
    meaning: meaningOf,
  },
  {
    pattern: label,
    name: ([, name, flag]) => name ?? flag,
    meaning: meaningOf,
  },
];

/** Counters, flags and absent values. */
const isHarmless = (name: string, value: string) =>
  /^(?:true|false|null|undefined|none)$/i.test(value) ||
  (isCount(name) && /^\d+$/.test(value));

function valueAt(text: string, at: number, meaning: Meaning): string {
  const pattern = values[meaning];
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** The text without the values of the names that a pattern finds. */
function redactFound(
  text: string,
  {
    pattern,
    name: nameOf,
    meaning: meaningOfName,
    value: known,
  }: (typeof finders)[number],
): string {
  const parts: string[] = [];
  let done = 0;
  for (const found of text.matchAll(pattern)) {
    const at = found.index + found[0].length;
    // A quote that is never closed ends at the next one, which may be in the middle of another name.
    if (at <= done) continue;
    const name = nameOf(found) ?? '';
    const meaning = meaningOfName(name);
    if (!meaning) continue;
    const value = known?.(found) ?? valueAt(text, at, meaning);
    const isShown =
      isHarmless(name, value) ||
      (meaning === 'secret' && isSecretReference(value));
    if (value && !isShown) {
      parts.push(text.slice(done, at), censored);
      done = at + value.length;
    }
  }
  return [...parts, text.slice(done)].join('');
}

/** The text without the values of named credentials. */
export const redactPairs = (text: string): string =>
  finders.reduce(redactFound, text);
