/** Names in requests: checked before they become part of a cluster's URL. */
import { InvalidError } from '../errors/InvalidError';

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const subdomain =
  /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const words =
  'Use lower-case letters, digits and dashes, beginning and ending with a letter or digit.';

/** @throws InvalidError at the field, when the name cannot be one of an object of Kubernetes */
export function checkNames(names: { namespace: string; name: string }): void {
  const causes = [
    ...(label.test(names.namespace)
      ? []
      : [{ field: 'metadata.namespace', message: words }]),
    ...(subdomain.test(names.name)
      ? []
      : [{ field: 'metadata.name', message: words }]),
  ];
  if (causes.length === 0) return;
  throw new InvalidError(
    'A name is not one that Kubernetes takes. Correct the fields named below.',
    causes,
  );
}
