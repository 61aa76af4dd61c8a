/** Prints bindings as kubectl prints objects. */
import { bindResources, type APIServiceBinding } from '@klutch/bind-api';
import { resourceName } from '@klutch/kube';
import { stringify } from 'yaml';

/** Values of `-o`. */
export const bindingFormats = ['yaml', 'json', 'name'] as const;

/** Value of `-o`. */
export type BindingFormat = (typeof bindingFormats)[number];

const singular = resourceName({
  ...bindResources.bindings,
  plural: 'apiservicebinding',
});

/** `apiservicebinding.klutch.anynines.com/<api>` */
export const bindingName = ({ metadata }: APIServiceBinding): string =>
  `${singular}/${metadata.name}`;

/** The objects as text; without a format, a line for each that says what was done. */
export function bindingsText(
  bindings: readonly APIServiceBinding[],
  format: BindingFormat | undefined,
  done: string,
): string {
  const items = bindings.map(({ metadata, ...binding }) => {
    const { managedFields: _, ...rest } = metadata;
    return { ...binding, metadata: rest };
  });
  const list = { apiVersion: 'v1', kind: 'List', items };
  switch (format) {
    case 'yaml':
      return stringify(list);
    case 'json':
      return `${JSON.stringify(list, null, 2)}\n`;
    case 'name':
      return bindings.map(binding => `${bindingName(binding)}\n`).join('');
    default:
      return bindings
        .map(binding => `${bindingName(binding)} ${done}\n`)
        .join('');
  }
}
