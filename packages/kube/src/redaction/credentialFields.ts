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

/** What other fields call this one. */
export const labelsOf = (fields: object, name: string): string[] =>
  pairs
    .filter(([, content]) => content === name)
    .map(([label]): unknown => Reflect.get(fields, label))
    .filter(label => typeof label === 'string');
