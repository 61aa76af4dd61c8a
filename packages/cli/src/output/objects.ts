/** Objects as kubectl prints them. */
import type { KubeObject } from '@klutch/kube';
import { stringify } from 'yaml';
import type { objectFormats } from './outputOption';

/** Values of `-o` that print whole objects. */
export type DataFormat = 'yaml' | 'json';

/** Value of `-o` for objects that a command has written. */
export type ObjectFormat = (typeof objectFormats)[number];

/** Data in the format. */
export const dataText = (data: object, format: DataFormat): string =>
  format === 'yaml' ? stringify(data) : `${JSON.stringify(data, null, 2)}\n`;

/** Objects as a `List`. */
export const listText = (
  items: readonly object[],
  format: DataFormat,
): string => dataText({ apiVersion: 'v1', kind: 'List', items }, format);

/** The object without what only other writers of it need. */
export function withoutManagedFields<T extends KubeObject>(object: T) {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** The name, or without a format a sentence such as `backup.anynines.com/nightly created`. */
export const nameText = (
  name: string,
  format: 'name' | undefined,
  done: string,
): string => (format === 'name' ? `${name}\n` : `${name} ${done}\n`);

/** One object, or its {@link nameText}. */
export const objectText = (
  name: string,
  object: KubeObject,
  format: ObjectFormat | undefined,
  done: string,
): string =>
  format === 'yaml' || format === 'json'
    ? dataText(withoutManagedFields(object), format)
    : nameText(name, format, done);
