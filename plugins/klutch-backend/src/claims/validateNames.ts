/** Names in requests: checked before they become part of a cluster's URL. */
import { InvalidError } from '../errors/InvalidError';

const dns1123Label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const dns1123Subdomain =
  /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const nameRule =
  'Use lower-case letters, digits and dashes, beginning and ending with a letter or digit.';

/** @throws InvalidError at the field, when the name cannot be one of an object of Kubernetes */
export function validateNames(names: {
  namespace: string;
  name: string;
}): void {
  const causes = [
    ...(dns1123Label.test(names.namespace)
      ? []
      : [{ field: 'metadata.namespace', message: nameRule }]),
    ...(dns1123Subdomain.test(names.name)
      ? []
      : [{ field: 'metadata.name', message: nameRule }]),
  ];
  if (causes.length === 0) return;
  throw new InvalidError(
    'A name is not one that Kubernetes takes. Correct the fields named below.',
    causes,
  );
}
