/** Polls the identity of a cluster: the UID of a namespace. */
import {
  core,
  createController,
  type Controller,
  type KubeClient,
  type Logger,
  type KubeMetrics,
} from '@klutch/kube';
import { failureOf, type Failure } from '../failure';

/** Minimum frequency of identity checks, as a period; milliseconds. */
export const identityCheckMs = 30_000;

/** The polled identity of a cluster. */
export interface ClusterIdentity {
  /** Polls once the namespace is enqueued, then periodically. */
  readonly controller: Controller;
  /** Why the last check failed; undefined when it succeeded. */
  failure(): Failure | undefined;
}

/**
 * Open watches do not notice an expired token or a rebuilt cluster, so the identity is polled.
 * @param options.namespace - the cluster namespace on a control plane cluster, `kube-system` on an app cluster.
 * @param options.identityCheckMs - delay after a successful check; milliseconds.
 * @param options.known - called with the UID of the namespace.
 * @param options.changed - called when a check succeeds for the first time, yields another UID or recovers, and after
 *   each failure.
 */
export function createClusterIdentity(options: {
  client: KubeClient;
  namespace: string;
  identityCheckMs: number;
  known: (uid: string) => void;
  changed: () => void;
  logger: Logger;
  metrics?: KubeMetrics;
}): ClusterIdentity {
  const { client, namespace, changed } = options;
  let failure: Failure | undefined;
  let answered: string | undefined;
  const controller = createController({
    name: 'cluster-identity',
    logger: options.logger,
    metrics: options.metrics,
    watches: [],
    async reconcile(_key, { signal, requeueAfter }) {
      let uid: string;
      try {
        uid = await readClusterUid(client, namespace, signal);
      } catch (error) {
        if (signal.aborted) return;
        failure = failureOf(error, failure);
        changed();
        throw error;
      }
      const isChanged = failure !== undefined || uid !== answered;
      failure = undefined;
      answered = uid;
      requeueAfter(options.identityCheckMs);
      if (!isChanged) return;
      options.known(uid);
      changed();
    },
  });
  return { controller, failure: () => failure };
}

/**
 * UID of a namespace.
 * @throws Error with a message for operators when the namespace does not exist or cannot be read.
 */
export async function readClusterUid(
  client: KubeClient,
  namespace: string,
  signal: AbortSignal,
): Promise<string> {
  const key = { name: namespace };
  const found = await client.get(core.namespaces, key, { signal });
  const uid = found?.metadata.uid;
  if (uid) return uid;
  throw new Error(
    `The namespace ${namespace} does not exist on ${client.server}. If it is the cluster namespace of this app cluster, bind again.`,
  );
}
