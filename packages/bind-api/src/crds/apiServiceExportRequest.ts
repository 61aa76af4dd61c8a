/** CRD of APIServiceExportRequest. */
import { apiServiceExportRequestResource } from '../resources';
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

/** CRD of APIServiceExportRequest. */
export const apiServiceExportRequestCrd = crd({
  resource: apiServiceExportRequestResource,
  description: 'A request of whoever binds an app cluster for exports.',
  columns: [columns.ready, columns.age],
  specRequired: true,
  spec: object(
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
  ),
  status: object(
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
  ),
});
