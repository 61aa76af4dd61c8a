/** Validates names in requests before they become part of a cluster's URL. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { InvalidError } from '../errors/InvalidError';

const dns1123Label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const dns1123Subdomain =
  /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** @throws InvalidError for the field whose value is not a valid name of a Kubernetes object */
export function validateNames(names: {
  namespace: string;
  name: string;
}): void {
  const causes = [
    ...(dns1123Label.test(names.namespace)
      ? []
      : [{ field: 'metadata.namespace', ...explain('NameRule') }]),
    ...(dns1123Subdomain.test(names.name)
      ? []
      : [{ field: 'metadata.name', ...explain('NameRule') }]),
  ];
  if (causes.length === 0) return;
  throw new InvalidError(explain('NameInvalid'), causes);
}
