/** Objects for unit tests. */
import type { APIServiceBinding, APIServiceExport } from '@klutch/bind-api';
import {
  core,
  defineResource,
  type ObjectMeta,
  type Unstructured,
} from '@klutch/kube';
import type { ClusterPins } from '../markers';

/** The clusters of the tests. */
export const pins: ClusterPins = {
  consumerCluster: 'cluster-uid',
  providerNamespaceUid: 'namespace-uid',
};

/** The type of Secrets, as a claimed type of any content. */
export const secrets = defineResource(core.secrets);

/** A custom object on either side. */
export const thing = (
  metadata: ObjectMeta = {},
  rest: Record<string, unknown> = {},
): Unstructured => ({
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: {
    name: 'a',
    namespace: 'team-a',
    uid: 'u1',
    resourceVersion: '7',
    ...metadata,
  },
  ...rest,
});

/** A namespaced export with one version. */
export const thingExport = (
  change: Partial<APIServiceExport['spec']> = {},
): APIServiceExport => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceExport',
  metadata: {
    name: 'things.example.com',
    namespace: 'cluster-x',
    uid: 'e1',
    resourceVersion: '3',
    generation: 1,
  },
  spec: {
    group: 'example.com',
    names: { plural: 'things', kind: 'Thing' },
    scope: 'Namespaced',
    informerScope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object' } },
        subresources: { status: {} },
      },
    ],
    ...change,
  },
});

/** The binding of {@link thingExport}. */
export const thingBinding = (
  change: Partial<APIServiceBinding> = {},
): APIServiceBinding => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceBinding',
  metadata: {
    name: 'things.example.com',
    namespace: 'klutch-bind',
    uid: 'b1',
    resourceVersion: '5',
  },
  spec: {
    kubeconfigSecretRef: {
      name: 'kubeconfig-x',
      namespace: 'klutch-bind',
      key: 'kubeconfig',
    },
  },
  ...change,
});
