// Detects fields that hold credentials by their names.
import {
  isCount,
  Meaning,
  meaningOf,
  meaningOfPath,
  meaningOfValue,
} from './secretNames';
import { isSecretReference } from './secretReference';

/** A name of a field, and what the name means. */
export interface NameMatch {
  name: string;
  meaning: Meaning;
}

/** Pairs of fields of which the first names the second. */
const pairs = [
  // Environment variables of containers: `{ name: 'DB_PASSWORD', value: '…' }`.
  ['name', 'value', meaningOfValue],
  ['key', 'value', meaningOfValue],
  // Operations of JSON Patch: `{ op: 'add', path: '/stringData/x', value: '…' }`.
  ['path', 'value', meaningOfPath],
  // Field errors of API servers, whose messages quote the refused value.
  ['field', 'message', meaningOfValue],
] as const;

function matchName(
  name: string,
  meaning: (name: string) => Meaning | undefined,
): NameMatch[] {
  const known = meaning(name);
  return known ? [{ name, meaning: known }] : [];
}

/** Names that other fields give to this one. The pair may be capitalized, as some tools do: `{ Name, Value }`. */
function matchPairs(fields: object, name: string): NameMatch[] {
  const known = pairs.filter(([, content]) => content === name.toLowerCase());
  if (known.length === 0) return [];
  return Object.keys(fields).flatMap(field => {
    const label: unknown = Reflect.get(fields, field);
    return known
      .filter(([which]) => which === field.toLowerCase())
      .flatMap(([, , meaning]) =>
        typeof label === 'string' ? matchName(label, meaning) : [],
      );
  });
}

/** The name of a field with its parent's where its own name is ambiguous: the `key` of `tls`. */
const qualifiedName = (above: string | undefined, name: string): string =>
  name === 'key' && above !== undefined && meaningOf(above) === undefined
    ? `${above}.${name}`
    : name;

/** All matches of a field: by its own name, its parent's, and fields beside it. */
export const matchField = (
  fields: object,
  name: string,
  above?: string,
): NameMatch[] => [
  ...matchName(qualifiedName(above, name), meaningOf),
  ...matchPairs(fields, name),
];

/** Whether a value is sensitive: counters, and values that mark absence, are not. */
function isSensitive({ name, meaning }: NameMatch, value: unknown): boolean {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return meaning !== 'container' && !isCount(name);
    case 'string':
      if (value === '') return false;
      break;
    case 'object':
      if (value === null) return false;
      break;
    default:
      return false;
  }
  return !(meaning === 'secret' && isSecretReference(value));
}

/** Whether the value of a name is left out of logs. */
const isCredential = (name: string, value: unknown): boolean =>
  matchName(name, meaningOf).some(match => isSensitive(match, value));

/** Whether the value of a field is left out of logs. */
export const isCredentialField = (
  fields: object,
  name: string,
  value: unknown,
  above?: string,
): boolean =>
  matchField(fields, name, above).some(match => isSensitive(match, value));

/** Whether a program argument is the value of the one before: `--token`, `…`. */
export const isCredentialArgument = (flag: unknown, value: unknown): boolean =>
  typeof flag === 'string' &&
  /^--?\w[\w.-]*$/.test(flag) &&
  // The value of `--kubeconfig` is a path.
  meaningOf(flag) !== 'container' &&
  !(typeof value === 'string' && value.startsWith('-')) &&
  isCredential(flag, value);

/** Whether an item is the value of a header whose name precedes it. A list of names is not. */
export const isHeaderValue = (name: unknown, value: unknown): boolean =>
  typeof name === 'string' &&
  meaningOf(name) === 'header' &&
  typeof value === 'string' &&
  meaningOf(value) === undefined &&
  isCredential(name, value);

/** Whether a list item is a pair of name and credential, as in `Object.entries` and `Headers`. */
export const isCredentialEntry = (
  item: unknown,
): item is readonly [string, unknown] =>
  Array.isArray(item) &&
  item.length === 2 &&
  typeof item[0] === 'string' &&
  isCredential(item[0], item[1]);
