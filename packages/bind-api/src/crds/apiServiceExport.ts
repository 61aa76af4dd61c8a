/** CRD of APIServiceExport. */
import { bindResources } from '../resources';
import { permissionClaimsSchema } from './permissionClaim';
import {
  anyObject,
  array,
  boolean,
  columns,
  conditionsSchema,
  crd,
  crdNamesSchema,
  immutable,
  object,
  string,
  versionPattern,
} from './schema';

const versionSchema = object(
  {
    name: string({ minLength: 1, pattern: versionPattern }),
    served: boolean({ default: true }),
    storage: boolean(),
    deprecated: boolean(),
    deprecationWarning: string(),
    schema: object(
      { openAPIV3Schema: anyObject({ 'x-kubernetes-map-type': 'atomic' }) },
      ['openAPIV3Schema'],
    ),
    subresources: object({
      status: { type: 'object' },
      scale: object(
        {
          specReplicasPath: string(),
          statusReplicasPath: string(),
          labelSelectorPath: string(),
        },
        ['specReplicasPath', 'statusReplicasPath'],
      ),
    }),
    additionalPrinterColumns: array(
      object(
        {
          name: string(),
          type: string(),
          jsonPath: string(),
          description: string(),
          format: string(),
          priority: { type: 'integer', format: 'int32' },
        },
        ['name', 'type', 'jsonPath'],
      ),
      {
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
      },
    ),
  },
  ['name', 'served', 'storage', 'schema'],
);

/** CRD of APIServiceExport. */
export const apiServiceExportCrd = crd({
  resource: bindResources.exports,
  description: 'An API of the control plane that one app cluster may use.',
  columns: [columns.established, columns.age],
  specRequired: true,
  rules: [
    {
      rule: 'self.metadata.name == self.spec.names.plural+"."+self.spec.group',
      message: 'metadata.name must be <spec.names.plural>.<spec.group>',
    },
  ],
  spec: object(
    {
      group: string(),
      names: crdNamesSchema(),
      scope: string({ enum: ['Cluster', 'Namespaced'] }),
      versions: array(versionSchema, {
        minItems: 1,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
      }),
      informerScope: string({
        enum: ['Cluster', 'Namespaced'],
        description:
          'Whether the konnector watches cluster-wide or per service namespace.',
        ...immutable('informerScope'),
      }),
      clusterScopedIsolation: string({
        enum: ['Prefixed', 'Namespaced', 'None'],
        description:
          'How cluster-scoped objects of several app clusters are kept apart.',
      }),
      permissionClaims: permissionClaimsSchema(),
    },
    ['group', 'names', 'scope', 'versions', 'informerScope'],
    {
      'x-kubernetes-validations': [
        {
          rule: 'self.scope == "Namespaced" || self.informerScope == "Cluster"',
          message: 'informerScope must be Cluster for cluster-scoped resources',
        },
        {
          rule: 'self.scope == "Namespaced" || has(self.clusterScopedIsolation)',
          message:
            'clusterScopedIsolation must be set for cluster-scoped resources',
        },
        {
          rule: 'self.scope == "Cluster" || !has(self.clusterScopedIsolation)',
          message:
            'clusterScopedIsolation must not be set for namespaced resources',
        },
      ],
    },
  ),
  status: object({
    acceptedNames: crdNamesSchema(),
    storedVersions: array(string()),
    conditions: conditionsSchema,
  }),
});
