// Writes on a cluster as its API server counts them: all requests of all clients except reads.
import { BareApi } from './bareApi';
import { samplesOf } from './prometheus';

/** Requests by `resource` or `resource/subresource`. */
export type WriteCounts = ReadonlyMap<string, number>;

const reads = new Set(['GET', 'LIST', 'WATCH', 'CONNECT']);
/** Access and token reviews, which the API server sends to itself to authorize other requests. */
const reviews = /reviews$/;

/** Counts from the text of `/metrics`. */
export function countWrites(metrics: string): WriteCounts {
  const counts = new Map<string, number>();
  for (const { labels, value } of samplesOf(
    metrics,
    'apiserver_request_total',
  )) {
    const { verb = '', resource = '', subresource = '' } = labels;
    if (reads.has(verb) || resource === '' || reviews.test(resource)) continue;
    const what = subresource ? `${resource}/${subresource}` : resource;
    counts.set(what, (counts.get(what) ?? 0) + value);
  }
  return counts;
}

/** The increase between two counts, without the Lease and the heartbeat, which are written all the time. */
export function writesBetween(
  before: WriteCounts,
  after: WriteCounts,
): Record<string, number> {
  const quiet = new Set(['leases', 'clusterbindings/status']);
  const more = [...after]
    .map(([what, count]) => [what, count - (before.get(what) ?? 0)] as const)
    .filter(([what, count]) => count > 0 && !quiet.has(what));
  return Object.fromEntries(more);
}

export const readWrites = async (api: BareApi): Promise<WriteCounts> =>
  countWrites(await api.send('GET', '/metrics'));
