// Reads fields of a kubeconfig by type. Absent, null and empty are the same, as they are to kubectl.
import { Fields } from '../isFields';
import { howToCopy, refuse } from './refuse';

/** One object of a kubeconfig, and where it stands. */
export interface Section {
  /** `cluster` or `user`. */
  path: string;
  fields: Fields;
}

const isAbsent = (value: unknown) =>
  value === undefined || value === null || value === '';

/** Whether a field is there, whatever it holds. */
export const has = ({ fields }: Section, name: string): boolean =>
  !isAbsent(fields[name]);

/** What kubectl writes in place of credentials when it is not asked for them. */
const redactions = new Set(['REDACTED', 'DATA+OMITTED']);

/**
 * A field that is text; undefined when it is absent.
 *
 * @throws KubeconfigRefusedError for other types, and for what kubectl has blackened
 */
export function text(section: Section, name: string): string | undefined {
  const value = section.fields[name];
  if (isAbsent(value)) return undefined;
  const field = `${section.path}.${name}`;
  if (typeof value !== 'string') {
    return refuse(
      'field-type',
      field,
      `Its ${name} is not text. Put it in quotes.`,
    );
  }
  return redactions.has(value)
    ? refuse(
        'redacted',
        field,
        `kubectl has left out its credentials. ${howToCopy}`,
      )
    : value;
}

/**
 * A field that is a list of texts; undefined when it is absent.
 *
 * @throws KubeconfigRefusedError for other types
 */
export function texts(section: Section, name: string): string[] | undefined {
  const value = section.fields[name];
  if (isAbsent(value)) return undefined;
  return Array.isArray(value) && value.every(item => typeof item === 'string')
    ? value
    : refuse(
        'field-type',
        `${section.path}.${name}`,
        `Its ${name} is not a list of texts. Put each of them in quotes.`,
      );
}

/**
 * A field that is true or false; false when it is absent.
 *
 * @throws KubeconfigRefusedError for other types
 */
export function flag(section: Section, name: string): boolean {
  const value = section.fields[name];
  if (isAbsent(value)) return false;
  return typeof value === 'boolean'
    ? value
    : refuse(
        'field-type',
        `${section.path}.${name}`,
        `Its ${name} is neither true nor false. Write true or false, without quotes.`,
      );
}
