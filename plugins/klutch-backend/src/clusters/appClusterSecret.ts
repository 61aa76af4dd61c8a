/** Reads and writes the Secret of a registered app cluster in the portal's namespace. Pure functions. */
import type { Secret } from '@klutch/kube';

/**
 * Label with the id, and annotations with the non-secret fields. The annotations of the join token keep the names
 * `invitation` and `invited-*`, because Secrets that earlier versions stored have them.
 */
export const appClusterKeys = {
  label: 'klutch.anynines.com/app-cluster',
  title: 'klutch.anynines.com/title',
  /**
   * Cluster namespace of this app cluster on the control plane. Differs from the wire's
   * `klutch.anynines.com/cluster-namespace`, which marks copies of cluster-scoped objects.
   */
  clusterNamespace: 'klutch.anynines.com/registered-cluster-namespace',
  /** Id of the join token; the id is not secret. */
  joinTokenId: 'klutch.anynines.com/invitation',
  /** Expiry of the join token, RFC 3339. */
  joinTokenExpiry: 'klutch.anynines.com/invited-until',
  /** The APIs that the join command binds, `<plural>.<group>`, separated by commas. */
  joinTokenApis: 'klutch.anynines.com/invited-to',
  /** `"true"` when the app cluster was connected before the join token was created. */
  joinTokenIsFurther: 'klutch.anynines.com/invited-again',
  /** Key in the Secret's `data`. */
  kubeconfig: 'kubeconfig',
} as const;

/** The newest join token of an app cluster, which connects the app cluster or binds further APIs. */
export interface JoinTokenRecord {
  id: string;
  /** RFC 3339. */
  expiresAt: string;
  /** `<plural>.<group>` of each API. */
  resources: string[];
  /** The app cluster was connected before; cancelling this join token leaves the connection unchanged. */
  further: boolean;
}

/** A registered app cluster. */
export interface AppClusterRecord {
  id: string;
  title: string;
  clusterNamespace: string;
  /** YAML; holds credentials. Empty for an app cluster that only its konnector connects. */
  kubeconfig: string;
  joinToken?: JoinTokenRecord;
}

const joinTokenAnnotations = ({
  further,
  id,
  resources,
  expiresAt,
}: JoinTokenRecord) => ({
  [appClusterKeys.joinTokenId]: id,
  [appClusterKeys.joinTokenExpiry]: expiresAt,
  [appClusterKeys.joinTokenApis]: resources.join(','),
  [appClusterKeys.joinTokenIsFurther]: String(further),
});

/** Merge patch that removes the join token. */
const removedJoinTokenAnnotations = {
  [appClusterKeys.joinTokenId]: null,
  [appClusterKeys.joinTokenExpiry]: null,
  [appClusterKeys.joinTokenApis]: null,
  [appClusterKeys.joinTokenIsFurther]: null,
};

const readJoinToken = (
  annotations: Record<string, string>,
): JoinTokenRecord | undefined => {
  const id = annotations[appClusterKeys.joinTokenId];
  return id
    ? {
        id,
        expiresAt: annotations[appClusterKeys.joinTokenExpiry] ?? '',
        resources: (annotations[appClusterKeys.joinTokenApis] ?? '')
          .split(',')
          .filter(Boolean),
        further: annotations[appClusterKeys.joinTokenIsFurther] === 'true',
      }
    : undefined;
};

export const appClusterSecretName = (id: string): string => `app-cluster-${id}`;

export function appClusterSecret(
  namespace: string,
  record: AppClusterRecord,
): Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: appClusterSecretName(record.id),
      namespace,
      labels: { [appClusterKeys.label]: record.id },
      annotations: {
        [appClusterKeys.title]: record.title,
        [appClusterKeys.clusterNamespace]: record.clusterNamespace,
        ...(record.joinToken && joinTokenAnnotations(record.joinToken)),
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

/** Merge patch that brings the Secret of an app cluster to this record. */
export function appClusterPatch(record: AppClusterRecord): {
  metadata: { annotations: Record<string, string | null> };
  data?: Record<string, string>;
} {
  const { data, metadata } = appClusterSecret('', record);
  return {
    metadata: {
      annotations: { ...removedJoinTokenAnnotations, ...metadata.annotations },
    },
    data,
  };
}

/** Parses a Secret; undefined when the Secret does not belong to an app cluster. */
export function readAppClusterSecret(
  secret: Secret,
): AppClusterRecord | undefined {
  const { labels = {}, annotations = {} } = secret.metadata;
  const id = labels[appClusterKeys.label];
  if (!id) return undefined;
  const joinToken = readJoinToken(annotations);
  const kubeconfig = secret.data?.[appClusterKeys.kubeconfig] ?? '';
  return {
    id,
    title: annotations[appClusterKeys.title] || id,
    kubeconfig: Buffer.from(kubeconfig, 'base64').toString('utf8'),
    clusterNamespace: annotations[appClusterKeys.clusterNamespace] ?? '',
    ...(joinToken && { joinToken }),
  };
}
