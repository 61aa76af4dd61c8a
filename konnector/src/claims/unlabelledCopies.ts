/**
 * Copies of provider objects that the reference's konnector made carry its annotation and not our label, so our watch does
 * not show them. One with an original gets the label when it is kept in step; one whose original went while no konnector
 * ran gets the label here, so that it is seen and the binding can tell of it.
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
import type { LeaderElector } from '../leaderElection/LeaderElector';
import { startWhenLeading } from '../leaderElection/startWhenLeading';
import { labels } from '../markers';

/** What {@link startUnlabelledCopyScan} needs. */
export interface UnlabelledCopyScanOptions {
  /** Of the app cluster. */
  client: KubeClient;
  /** The claimed type there. */
  resource: Resource;
  /** Leaves out what belongs to the cluster itself. */
  fieldSelector?: string;
  /** What the answers of {@link UnlabelledCopyScanOptions.isOrphan} rest on; undefined while that is not known. */
  claimsSnapshot: () => object | undefined;
  /** Whether an object is a copy whose original is gone. */
  isOrphan: (object: KubeObject) => boolean;
  leaderElector: LeaderElector;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KubeMetrics;
}

const allKey = 'all';

/** The answer would be the same again, and each attempt lists everything. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.code < 500 && !isConflict(error);

/** Lists metadata once for each basis while this process leads; again only after a failure. */
export function startUnlabelledCopyScan(options: UnlabelledCopyScanOptions): {
  /** The basis may be known, or another one. */
  scan(): void;
  /** Resolves when nothing is written any more. */
  stopped(): Promise<void>;
} {
  const { client, resource, fieldSelector, claimsSnapshot, isOrphan } = options;
  const { leaderElector, logger, metrics, signal } = options;
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
            'a copy whose original is gone cannot be labelled, so no binding tells of it',
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
    leaderElector,
    controllers: [controller],
    signal,
  });
  const scan = () => controller.enqueue(allKey, 0, 'initial');
  scan();
  return { scan, stopped };
}
