/** Remembers a rejected or failed write, so that the next plan waits and reports it. */
import type { ClusterDisplayName } from '../../feedback/ClusterDisplayName';
import { nextTimedBackoff } from '../../feedback/backoff';
import { refusalOf } from '../../feedback/refusal';
import { hashOfIntent, planCopy } from './plan/intent';
import type { SyncFacts } from './plan/model';
import type { ReconcileScope } from './reconcileScope';

/**
 * @param facts - input of the plan of the write.
 * @param cluster - the cluster of the write.
 * @throws the error, when an immediate retry makes sense.
 */
export function rememberRefusal(
  { state: { memories }, key, context }: ReconcileScope,
  { object, copyLocation, pins, memory }: SyncFacts,
  error: unknown,
  cluster: ClusterDisplayName,
): void {
  const why = refusalOf(error, cluster);
  if (!why) throw error;
  context.logger.warn(
    { err: error, cluster },
    'a write was rejected or failed',
  );
  if (why.state === 'Rejected' && copyLocation.at === 'ready') {
    const hash = hashOfIntent(planCopy(object, copyLocation.target, pins));
    const message = `${why.message} Change the object to try again.`;
    memories.change(key, { rejected: { hash, message, at: Date.now() } });
    return;
  }
  const backoff = nextTimedBackoff(memory.refused, Date.now());
  memories.change(key, { refused: { ...backoff, why } });
}
