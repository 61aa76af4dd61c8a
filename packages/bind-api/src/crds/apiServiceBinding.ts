/** CRD of APIServiceBinding, in its two scopes. */
import { bindResources } from '../resources';
import type { CustomResourceDefinition } from '@klutch/kube';
import { acceptablePermissionClaimsSchema } from './permissionClaim';
import {
  clusterSecretKeyRefSchema,
  columns,
  conditionsSchema,
  crd,
  object,
  string,
} from './schema';

/**
 * CRD of APIServiceBinding. Releases differ only in its scope: `Cluster` in v1.5.0, `Namespaced` in later releases. The
 * scope of a CRD is immutable.
 */
export const apiServiceBindingCrd = (
  scope: 'Namespaced' | 'Cluster',
): CustomResourceDefinition =>
  crd({
    resource: bindResources.bindings,
    scope,
    description: 'This cluster uses one exported API of a control plane.',
    shortNames: ['sb'],
    columns: [
      {
        name: 'Provider',
        type: 'string',
        jsonPath: '.status.providerPrettyName',
      },
      // In upstream Klutch this column shows an annotation that is never written; the name has the intended value.
      {
        name: 'Resources',
        type: 'string',
        jsonPath: '.metadata.name',
        priority: 1,
      },
      columns.ready,
      {
        name: 'Message',
        type: 'string',
        jsonPath: '.status.conditions[?(@.type=="Ready")].message',
      },
      columns.age,
    ],
    specRequired: false,
    spec: object(
      {
        kubeconfigSecretRef: clusterSecretKeyRefSchema(
          'The kubeconfig to the control plane.',
        ),
        permissionClaims: acceptablePermissionClaimsSchema(),
      },
      ['kubeconfigSecretRef'],
    ),
    status: object({
      providerPrettyName: string(),
      conditions: conditionsSchema,
    }),
  });
