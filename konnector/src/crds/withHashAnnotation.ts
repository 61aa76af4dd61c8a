/** Makes differences of a CRD visible that a comparison field by field does not see. Pure. */
import type { CustomResourceDefinition } from '@klutch/bind-api';
import { hashOf } from '../json/projection';
import { annotations } from '../markers';

/** The hash makes a removed schema field a difference, see `appliedHash`. */
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
