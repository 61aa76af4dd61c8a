import { bindResources, names, type ClusterBinding } from '@klutch/bind-api';

/** The ClusterBinding of an app cluster with what its konnector has reported. */
export const clusterBindingWith = (
  status: ClusterBinding['status'],
): ClusterBinding => ({
  apiVersion: names.apiVersion,
  kind: bindResources.clusterBindings.kind,
  metadata: {},
  spec: {
    kubeconfigSecretRef: { name: 'kubeconfig', key: 'kubeconfig' },
    providerPrettyName: 'Klutch',
  },
  status,
});
