/**
 * Copies of provider objects made by the reference's konnector have its annotation but not our label, so our watch
 * does not select them. A copy with an original gets the label when it is synced. A copy whose original was deleted
 * while no konnector ran gets the label here, so that the binding reports the copy as orphaned.
 */
import { fieldManagers } from '@klutch/bind-api';
import {
  ApiError,
  createController,
  isConflict,
  keyOf,
  metadataOf,
  type KubeClient,
  type KubeMetrics,
  type KubeObject,
  type Logger,
  type Resource,
} from '@klutch/kube';
import type { ReplicaLeadership } from '../../leaderElection/ReplicaLeadership';
import { startWhenLeading } from '../../leaderElection/startWhenLeading';
import { labels } from '../../markers';

export interface UnlabelledCopyScanOptions {
  client: KubeClient;
  /** The claimed type on the app cluster. */
  resource: Resource;
  /** Excludes objects that belong to the cluster itself. */
  fieldSelector?: string;
  /** The claims on which {@link UnlabelledCopyScanOptions.isOrphan} depends; undefined while these are unknown. */
  claimsSnapshot: () => object | undefined;
  /** Whether an object is a copy whose original does not exist any more. */
  isOrphan: (object: KubeObject) => boolean;
  leadership: ReplicaLeadership;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KubeMetrics;
}

const allKey = 'all';

/** Errors that a retry would not change; each retry lists all objects. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.code < 500 && !isConflict(error);

/** Lists metadata once per claims snapshot while this process is the leader; repeats a scan only after a failure. */
export function startUnlabelledCopyScan(options: UnlabelledCopyScanOptions): {
  /** Requests a scan; call when the claims snapshot may have changed. */
  scan(): void;
  /** Resolves when the scan has stopped writing. */
  stopped(): Promise<void>;
} {
  const { client, resource, fieldSelector, claimsSnapshot, isOrphan } = options;
  const { leadership, logger, metrics, signal } = options;
  const { resourceOwner } = labels;
  let scannedSnapshot: object | undefined;

  async function label({ metadata }: KubeObject): Promise<void> {
    const { namespace, name = '', uid, resourceVersion } = metadata;
    await client.mergePatch(
      resource,
      { namespace, name },
      {
        metadata: {
          uid,
          resourceVersion,
          labels: { [resourceOwner]: 'Provider' },
        },
      },
      { fieldManager: fieldManagers.claimed },
    );
  }

  const controller = createController({
    name: `unlabelled-${resource.plural}`,
    logger,
    metrics,
    watches: [],
    async reconcile(_key, context) {
      const labelOrLog = (object: KubeObject) =>
        label(object).catch(error => {
          if (!isFinal(error)) throw error;
          context.logger.warn(
            { err: error, key: keyOf(object) },
            'a copy whose original is gone cannot be labelled, so no binding reports it',
          );
        });
      const known = claimsSnapshot();
      if (!known || known === scannedSnapshot) return;
      const pages = client.listPages(metadataOf(resource), {
        labelSelector: `${resourceOwner}!=Provider`,
        fieldSelector,
        signal: context.signal,
      });
      for await (const { items } of pages) {
        for (const item of items.filter(isOrphan)) await labelOrLog(item);
      }
      scannedSnapshot = known;
    },
  });
  const { stopped } = startWhenLeading({
    leadership,
    controllers: [controller],
    signal,
  });
  const scan = () => controller.enqueue(allKey, 0, 'initial');
  scan();
  return { scan, stopped };
}
