/** Reads a claimed pair, and knows which cluster gave an error. */
import type { ClaimOwner } from '@klutch/bind-api';
import {
  metadataOf,
  type KubeClient,
  type KubeObject,
  type ObjectKey,
} from '@klutch/kube';
import type { Mapping } from '../mapping/Mapping';
import type { ClaimStep } from './claimFacts';
import type { Pair } from './pairWrites';

/** What the clusters answer in one reconcile. */
export class Answers {
  /** The side that gave the last error. */
  failed: ClaimOwner = 'Provider';

  /** Waits for an answer of a side. @throws what the answer does. */
  async from<T>(side: ClaimOwner, answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      this.failed = side;
      throw error;
    }
  }
}

/** With contents, unless one of the two is none of our business: of such a pair no more than the metadata is read. */
export async function readPair(
  {
    clients,
    mapping,
  }: { clients: Record<ClaimOwner, KubeClient>; mapping: Mapping },
  pair: {
    place: Record<ClaimOwner, ObjectKey>;
    cached: Partial<Record<ClaimOwner, KubeObject>>;
    plan: (pair: Pair) => ClaimStep;
  },
  answers: Answers,
): Promise<Pair> {
  const { place, cached, plan } = pair;
  // Only copies are watched where the app cluster's own objects do not matter.
  const here =
    cached.Consumer ??
    (await answers.from(
      'Consumer',
      clients.Consumer.get(metadataOf(mapping.consumer), place.Consumer),
    ));
  const slim: Pair = {
    Provider: cached.Provider && { ...cached.Provider },
    Consumer: here && { ...here },
  };
  if (plan(slim).step === 'conflict') return slim;
  const [Provider, Consumer] = await Promise.all([
    answers.from(
      'Provider',
      clients.Provider.get(mapping.provider, place.Provider),
    ),
    here &&
      answers.from(
        'Consumer',
        clients.Consumer.get(mapping.consumer, place.Consumer),
      ),
  ]);
  return { Provider, Consumer };
}
