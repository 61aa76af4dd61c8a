/** Validates names in requests before they become part of a cluster's URL. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { InvalidError } from '../errors/InvalidError';

const dns1123Label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const dns1123Subdomain =
  /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Whether objects may have this name, which is safe in a URL. */
export const isObjectName = (name: string): boolean =>
  dns1123Subdomain.test(name);

/** @throws InvalidError for the field whose value is not a valid name of a Kubernetes object */
export function validateNames(names: {
  namespace: string;
  name: string;
}): void {
  const causes = [
    ...(dns1123Label.test(names.namespace)
      ? []
      : [{ field: 'metadata.namespace', ...explain('NameRule') }]),
    ...(isObjectName(names.name)
      ? []
      : [{ field: 'metadata.name', ...explain('NameRule') }]),
  ];
  if (causes.length === 0) return;
  throw new InvalidError(explain('NameInvalid'), causes);
}
