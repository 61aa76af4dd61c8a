// What a watcher saw of the objects that are kept in step.
import { Arrivals, watchTokens } from '../harness/Arrivals';
import { BareApi } from '../harness/bareApi';

/** What is looked at of an event. */
export interface SeenObject {
  metadata: { namespace: string; name: string };
  spec?: { counter?: number };
  status?: { round?: number };
}

/** `namespace/name` when it is made, `…#<counter>` and `…@<round>` for changes of spec and status. */
export function tokensOf({ metadata, spec, status }: SeenObject): string[] {
  const key = `${metadata.namespace}/${metadata.name}`;
  return [
    key,
    `${key}#${spec?.counter ?? 0}`,
    ...(status?.round === undefined ? [] : [`${key}@${status.round}`]),
  ];
}

/** Follows a collection, from now on and until the signal. */
export const watchArrivals = (
  api: BareApi,
  collection: string,
  signal: AbortSignal,
): Promise<Arrivals> => watchTokens(api, collection, tokensOf, signal);
