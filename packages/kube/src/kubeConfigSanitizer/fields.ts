// Reads fields of a kubeconfig by type. Absent, null and empty are equivalent, as for kubectl.
import { Fields } from '../isFields';
import { howToCopy, refuse } from './refuse';

/** One object of a kubeconfig, and its path. */
export interface Section {
  /** `cluster` or `user`. */
  path: string;
  fields: Fields;
}

const isAbsent = (value: unknown) =>
  value === undefined || value === null || value === '';

/** Whether a field is set, whatever its value. */
export const has = ({ fields }: Section, name: string): boolean =>
  !isAbsent(fields[name]);

/** Placeholders that kubectl prints in place of credentials. */
const redactions = new Set(['REDACTED', 'DATA+OMITTED']);

/**
 * A string field; undefined when absent.
 *
 * @throws KubeconfigRefusedError for other types, and for values that kubectl has redacted
 */
export function text(section: Section, name: string): string | undefined {
  const value = section.fields[name];
  if (isAbsent(value)) return undefined;
  const field = `${section.path}.${name}`;
  if (typeof value !== 'string') {
    return refuse(
      'field-type',
      field,
      `Its ${name} is not a string. Put it in quotes.`,
    );
  }
  return redactions.has(value)
    ? refuse(
        'redacted',
        field,
        `Its credentials were redacted by kubectl. ${howToCopy}`,
      )
    : value;
}

/**
 * A field that is a list of strings; undefined when absent.
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
        `Its ${name} is not a list of strings. Put each of them in quotes.`,
      );
}

/**
 * A boolean field; false when absent.
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
