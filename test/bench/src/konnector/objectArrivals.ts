// Records the synced objects that a watcher has seen.
import { Arrivals, watchTokens } from '../harness/Arrivals';
import { BareApi } from '../harness/bareApi';

/** The fields of an event's object that are read. */
export interface SeenObject {
  metadata: { namespace: string; name: string };
  spec?: { counter?: number };
  status?: { round?: number };
}

/** Tokens of an object: `namespace/name`, `…#<counter>` for its spec, and `…@<round>` for its status. */
export function tokensOf({ metadata, spec, status }: SeenObject): string[] {
  const key = `${metadata.namespace}/${metadata.name}`;
  return [
    key,
    `${key}#${spec?.counter ?? 0}`,
    ...(status?.round === undefined ? [] : [`${key}@${status.round}`]),
  ];
}

/** Follows a collection from now on, until the signal aborts. */
export const watchArrivals = (
  api: BareApi,
  collection: string,
  signal: AbortSignal,
): Promise<Arrivals> => watchTokens(api, collection, tokensOf, signal);
