/** CRD of APIServiceExportRequest. */
import { bindResources } from '../resources';
import type { JsonSchemaProps } from '@klutch/kube';
import { permissionClaimsSchema } from './permissionClaim';
import {
  anyObject,
  array,
  columns,
  conditionsSchema,
  crd,
  groupPattern,
  immutable,
  object,
  resourcePattern,
  string,
} from './schema';

/** `spec` of an APIServiceExportRequest. */
export const exportRequestSpec: JsonSchemaProps = object(
  {
    parameters: anyObject(immutable('parameters')),
    resources: array(
      object(
        {
          group: string({ default: '', pattern: groupPattern }),
          resource: string({ pattern: resourcePattern }),
          versions: array(string()),
          permissionClaims: permissionClaimsSchema(),
        },
        ['resource'],
      ),
      { minItems: 1, ...immutable('resources') },
    ),
  },
  ['resources'],
);

/** `status` of an APIServiceExportRequest. */
export const exportRequestStatus: JsonSchemaProps = object(
  {
    phase: string({
      default: 'Pending',
      enum: ['Pending', 'Failed', 'Succeeded'],
    }),
    terminalMessage: string({ description: 'Why phase is Failed.' }),
    conditions: conditionsSchema,
  },
  [],
  { default: {} },
);

/** CRD of APIServiceExportRequest. */
export const apiServiceExportRequestCrd = crd({
  resource: bindResources.requests,
  description: 'A request for exports, created when an app cluster is bound.',
  columns: [columns.ready, columns.age],
  specRequired: true,
  spec: exportRequestSpec,
  status: exportRequestStatus,
});
