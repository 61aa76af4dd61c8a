/** Prints one object as kubectl does. */
import { stringify } from 'yaml';
import { resourceName, type KubeObject } from '@klutch/kube';
import type { ClaimApi } from './ClaimApi';

/** Values of `-o` for a created object. */
export const objectFormats = ['yaml', 'json', 'name'] as const;

/** Value of `-o`. */
export type ObjectFormat = (typeof objectFormats)[number];

/** The object as text; without a format, a sentence such as `backup.anynines.com/nightly created`. */
export function objectText(
  api: ClaimApi,
  object: KubeObject,
  format: ObjectFormat | undefined,
  done: string,
): string {
  const { managedFields: _, ...metadata } = object.metadata;
  const printed = { ...object, metadata };
  const name = `${resourceName({ ...api, plural: api.singular })}/${metadata.name}`;
  switch (format) {
    case 'yaml':
      return stringify(printed);
    case 'json':
      return `${JSON.stringify(printed, null, 2)}\n`;
    case 'name':
      return `${name}\n`;
    default:
      return `${name} ${done}\n`;
  }
}
