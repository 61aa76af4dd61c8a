// Which fields of a value hold credentials, by what they are called.
import {
  isCount,
  Meaning,
  meaningOf,
  meaningOfPath,
  meaningOfValue,
} from './secretNames';
import { isSecretReference } from './secretReference';

/** One of the names of a field, and what goes by it. */
export interface NameMatch {
  name: string;
  meaning: Meaning;
}

/** Pairs of fields of which the one says what the other is. */
const pairs = [
  // As containers list their environment: `{ name: 'DB_PASSWORD', value: '…' }`.
  ['name', 'value', meaningOfValue],
  ['key', 'value', meaningOfValue],
  // Operations of JSON Patch: `{ op: 'add', path: '/stringData/x', value: '…' }`.
  ['path', 'value', meaningOfPath],
  // As API servers give their reasons, which quote what they refuse.
  ['field', 'message', meaningOfValue],
] as const;

function matchName(
  name: string,
  meaning: (name: string) => Meaning | undefined,
): NameMatch[] {
  const known = meaning(name);
  return known ? [{ name, meaning: known }] : [];
}

/** What other fields call this one. They may be written in capitals, as some tools do: `{ Name, Value }`. */
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

/** What a field is called together with what it is in, where its own name says nothing: the `key` of `tls`. */
const qualifiedName = (above: string | undefined, name: string): string =>
  name === 'key' && above !== undefined && meaningOf(above) === undefined
    ? `${above}.${name}`
    : name;

/** All that is known of a field by its own name, by what it is in and by the fields beside it. */
export const matchField = (
  fields: object,
  name: string,
  above?: string,
): NameMatch[] => [
  ...matchName(qualifiedName(above, name), meaningOf),
  ...matchPairs(fields, name),
];

/** What counts things, or says that there is none, is no credential. */
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

/** Whether what goes by a name is kept out of logs. */
const isCredential = (name: string, value: unknown): boolean =>
  matchName(name, meaningOf).some(match => isSensitive(match, value));

/** Whether what a field holds is kept out of logs. */
export const isCredentialField = (
  fields: object,
  name: string,
  value: unknown,
  above?: string,
): boolean =>
  matchField(fields, name, above).some(match => isSensitive(match, value));

/** Whether an argument of a program is the value of the one before: `--token`, `…`. */
export const isCredentialArgument = (flag: unknown, value: unknown): boolean =>
  typeof flag === 'string' &&
  /^--?\w[\w.-]*$/.test(flag) &&
  // `--kubeconfig` has a path.
  meaningOf(flag) !== 'container' &&
  !(typeof value === 'string' && value.startsWith('-')) &&
  isCredential(flag, value);

/** Whether an item is the value of a header whose name stands before it. A list of names is none. */
export const isHeaderValue = (name: unknown, value: unknown): boolean =>
  typeof name === 'string' &&
  meaningOf(name) === 'header' &&
  typeof value === 'string' &&
  meaningOf(value) === undefined &&
  isCredential(name, value);

/** Whether an item of a list is a name and a credential, as `Object.entries` and `Headers` give them. */
export const isCredentialEntry = (
  item: unknown,
): item is readonly [string, unknown] =>
  Array.isArray(item) &&
  item.length === 2 &&
  typeof item[0] === 'string' &&
  isCredential(item[0], item[1]);
