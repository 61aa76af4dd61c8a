/** CRD of APIServiceExportTemplate. */
import { bindResources } from '../resources';
import { permissionClaimsSchema } from './permissionClaim';
import {
  columns,
  crd,
  groupPattern,
  object,
  resourcePattern,
  string,
} from './schema';

/** CRD of APIServiceExportTemplate. */
export const apiServiceExportTemplateCrd = crd({
  resource: bindResources.templates,
  description: 'Offers one API of this cluster to app clusters.',
  columns: [columns.established, columns.age],
  specRequired: true,
  spec: object(
    {
      APIServiceSelector: object(
        {
          group: string({ default: '', pattern: groupPattern }),
          resource: string({ pattern: resourcePattern }),
          version: string({ minLength: 1 }),
        },
        ['resource'],
      ),
      permissionClaims: permissionClaimsSchema(),
    },
    ['APIServiceSelector'],
  ),
  status: object({}),
});
