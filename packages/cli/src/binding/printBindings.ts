/** Prints bindings as kubectl prints objects. */
import { bindResources, type APIServiceBinding } from '@klutch/bind-api';
import { resourceName } from '@klutch/kube';
import {
  listText,
  nameText,
  withoutManagedFields,
  type ObjectFormat,
} from '../output/objects';

const singular = resourceName({
  ...bindResources.bindings,
  plural: 'apiservicebinding',
});

/** `apiservicebinding.klutch.anynines.com/<api>` */
export const bindingName = ({ metadata }: APIServiceBinding): string =>
  `${singular}/${metadata.name}`;

/** The bindings, or a line for each that names it and, without a format, says what was done. */
export const bindingsText = (
  bindings: readonly APIServiceBinding[],
  format: ObjectFormat | undefined,
  done: string,
): string =>
  format === 'yaml' || format === 'json'
    ? listText(bindings.map(withoutManagedFields), format)
    : bindings
        .map(binding => nameText(bindingName(binding), format, done))
        .join('');
