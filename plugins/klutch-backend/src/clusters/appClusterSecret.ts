/** The Secret that stands for a registered app cluster in the portal's namespace; pure. */
import type { Secret } from '@klutch/kube';

/** Label with the id, and annotations with what is no secret. */
export const appClusterKeys = {
  label: 'klutch.anynines.com/app-cluster',
  title: 'klutch.anynines.com/title',
  /**
   * Cluster namespace on the control plane that stands for this app cluster. Not the wire's
   * `klutch.anynines.com/cluster-namespace`, which marks copies of cluster-scoped objects.
   */
  clusterNamespace: 'klutch.anynines.com/registered-cluster-namespace',
  /** Data key. */
  kubeconfig: 'kubeconfig',
} as const;

/** A registered app cluster. */
export interface AppClusterRecord {
  id: string;
  title: string;
  /** YAML; holds credentials. */
  kubeconfig: string;
  clusterNamespace: string;
}

/** The Secret of an app cluster. */
export function appClusterSecret(
  namespace: string,
  record: AppClusterRecord,
): Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: `app-cluster-${record.id}`,
      namespace,
      labels: { [appClusterKeys.label]: record.id },
      annotations: {
        [appClusterKeys.title]: record.title,
        [appClusterKeys.clusterNamespace]: record.clusterNamespace,
      },
    },
    type: 'Opaque',
    data: {
      [appClusterKeys.kubeconfig]: Buffer.from(record.kubeconfig).toString(
        'base64',
      ),
    },
  };
}

/** Reads a Secret back; undefined when it stands for no app cluster. */
export function readAppClusterSecret(
  secret: Secret,
): AppClusterRecord | undefined {
  const { labels = {}, annotations = {} } = secret.metadata;
  const id = labels[appClusterKeys.label];
  if (!id) return undefined;
  const kubeconfig = secret.data?.[appClusterKeys.kubeconfig] ?? '';
  return {
    id,
    title: annotations[appClusterKeys.title] || id,
    kubeconfig: Buffer.from(kubeconfig, 'base64').toString('utf8'),
    clusterNamespace: annotations[appClusterKeys.clusterNamespace] ?? '',
  };
}
