// Which fields of a value hold credentials, by what they are called.
import { meaningOf } from './secretNames';
import { isSecretReference } from './secretReference';

/** Pairs of fields of which the one says what the other is. */
const pairs = [
  // As containers list their environment: `{ name: 'DB_PASSWORD', value: '…' }`.
  ['name', 'value'],
  ['key', 'value'],
  // As API servers give their reasons, which quote what they refuse.
  ['field', 'message'],
] as const;

/** What counts something, or says that there is none, is no credential. */
const holdsSomething = (value: unknown) =>
  (typeof value === 'string' && value !== '') ||
  (typeof value === 'object' && value !== null);

/** Whether what a field holds is kept out of logs. */
export function isCredential(name: string, value: unknown): boolean {
  const meaning = meaningOf(name);
  if (meaning === undefined || !holdsSomething(value)) return false;
  return !(meaning === 'secret' && isSecretReference(value));
}

/** Whether an argument of a program is the value of the one before: `--token`, `…`. */
export const isCredentialArgument = (flag: unknown, value: unknown): boolean =>
  typeof flag === 'string' &&
  /^--?\w[\w.-]*$/.test(flag) &&
  // `--kubeconfig` has a path.
  meaningOf(flag) !== 'container' &&
  typeof value === 'string' &&
  !value.startsWith('-') &&
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

/** What other fields call this one. They may be written in capitals, as some tools do: `{ Name, Value }`. */
export function labelsOf(fields: object, name: string): string[] {
  const known = pairs.filter(([, content]) => content === name.toLowerCase());
  if (known.length === 0) return [];
  return Object.keys(fields)
    .filter(field => known.some(([label]) => label === field.toLowerCase()))
    .map((field): unknown => Reflect.get(fields, field))
    .filter(label => typeof label === 'string');
}

/** What a field is called together with what it is in, where its own name says nothing: the `key` of `tls`. */
export const nameWithin = (above: string | undefined, name: string): string =>
  name === 'key' && above !== undefined && meaningOf(above) === undefined
    ? `${above}.${name}`
    : name;
