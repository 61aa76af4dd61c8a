/** Asks a cluster again and again who it is: by the UID of a namespace. */
import {
  core,
  createController,
  type Controller,
  type KubeClient,
  type Logger,
  type KubeMetrics,
} from '@klutch/kube';
import { failureOf, type Failure } from '../failure';

/** How often to ask a cluster who it is, at least; milliseconds. */
export const identityCheckMs = 30_000;

/** Who a cluster is. */
export interface ClusterIdentity {
  /** Asks when the namespace is enqueued, and from then on by itself. */
  readonly controller: Controller;
  /** Why there is no answer, or no longer one. */
  failure(): Failure | undefined;
}

/**
 * Watches stay open when a token ends, and find nothing wrong with a cluster that was rebuilt: asking finds out.
 * @param options.namespace - the cluster namespace on a control plane, `kube-system` on an app cluster.
 * @param options.identityCheckMs - how long after an answer; milliseconds.
 * @param options.known - called with the UID of the namespace.
 * @param options.changed - called after each answer, and after each failure.
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
 * @throws Error in words when there is no such namespace or it cannot be read.
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
    `The namespace ${namespace} does not exist on ${client.server}. If it stands for this app cluster, bind again.`,
  );
}
