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
 * CRD of APIServiceBinding. The scope is the only difference between releases: `Cluster` is what v1.5.0 installed,
 * `Namespaced` what came after. A CRD's scope cannot be changed in place.
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
      // The reference points this column at an annotation that nothing writes; the name says what it meant to.
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
