/** Does a cluster serve what a CRD defines? Pure. */
import type { CustomResourceDefinition } from '@klutch/bind-api';

/** No, when there is none. */
export const isEstablished = (
  crd: CustomResourceDefinition | undefined,
): boolean =>
  crd?.status?.conditions?.some(
    ({ type, status }) => type === 'Established' && status === 'True',
  ) ?? false;
