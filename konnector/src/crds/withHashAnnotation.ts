/** Adds a hash to a CRD, for differences that a field-by-field comparison misses. Pure. */
import type { CustomResourceDefinition } from '@klutch/bind-api';
import { hashOf } from '../json/projection';
import { annotations } from '../markers';

/** The hash reveals a removed schema field, see `appliedHash`. */
export function withHashAnnotation(
  crd: CustomResourceDefinition,
): CustomResourceDefinition {
  return {
    ...crd,
    metadata: {
      ...crd.metadata,
      annotations: {
        ...crd.metadata.annotations,
        [annotations.appliedHash]: hashOf(crd.spec),
      },
    },
  };
}
