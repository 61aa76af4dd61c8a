/** Brings an object that somebody made directly on the control plane to the app cluster. */
import { fieldManagers } from '@klutch/bind-api';
import {
  isAlreadyExists,
  keyOf,
  type ObjectKey,
  type Unstructured,
} from '@klutch/kube';
import { afterRefusal, type AfterRefusal } from '../../feedback/afterRefusal';
import { hasNoPlace, missingCheckMs } from '../../feedback/hasNoPlace';
import { isHomeless } from '../../namespaces/homes';
import { seeCopy } from '../facts';
import type { Run } from '../run';
import { isAdoptable } from '../../ownership/isAdoptable';
import { planAdoption } from './planAdoption';

/** When somebody was faster with the name: how long until the watch shows it; milliseconds. */
const lookAgainMs = 1_000;

/**
 * For keys without an object on the app cluster. Nothing is made on the word of a cache: a copy that we, or somebody
 * else, deleted a moment ago must not come back.
 * @returns true when there is an object now.
 */
export async function adopt(run: Run): Promise<boolean> {
  const { state, key, where, context } = run;
  const { mapping, providers, consumerClient } = state.parts;
  const { adoption } = state.memories.of(key);
  state.memories.forget(key);
  const place = mapping.place(where);
  if (place.at === 'ready' && !providers.known(place.key)) return false;
  // The next namespace of that name brings the key again.
  const isPossible =
    place.at === 'ready' && !isHomeless(state.parts.namespaces, where);
  const live = isPossible ? await originAt(run, place.key) : undefined;
  if (!live) {
    state.tallies.refused.settle(key);
    return false;
  }

  const wanted = planAdoption(live, mapping.consumer, where);
  try {
    const made = await state.measures.write(key, 'adopt', () =>
      consumerClient.create(mapping.consumer, wanted, {
        fieldManager: fieldManagers.marker,
      }),
    );
    state.consumerView.wrote(key, state.parts.consumers.get(key), made);
    context.logger.info(
      { place: keyOf(live) },
      'adopted an object of the control plane',
    );
    return true;
  } catch (error) {
    if (isAlreadyExists(error)) {
      context.requeueAfter(lookAgainMs);
      return false;
    }
    if (hasNoPlace(error, 'app cluster')) {
      state.tallies.refused.settle(key);
      context.requeueAfter(missingCheckMs);
      return false;
    }
    const after = afterRefusal(error, 'app cluster', adoption);
    if (!after) throw error;
    context.logger.warn(
      { err: error, place: keyOf(live) },
      'an object of the control plane could not be made on the app cluster',
    );
    comeAgain(run, after);
    return false;
  }
}

/** What is to be brought here, as it is now; undefined: nothing. */
async function originAt(
  run: Run,
  place: ObjectKey,
): Promise<Unstructured | undefined> {
  const { mapping, providerClient } = run.state.parts;
  const { object: seen } = seeCopy(run, place);
  if (!seen || !isAdoptable(seen, mapping.marks)) return undefined;
  const live = await providerClient.get(mapping.provider, place);
  return live && isAdoptable(live, mapping.marks) ? live : undefined;
}

/** It is tried again; where that is of no use for long, the binding tells it, as no Event can. */
function comeAgain(
  { state, key, context, look }: Run,
  { why, attempts, againInMs, isTold }: AfterRefusal,
): void {
  context.requeueAfter(againInMs);
  if (attempts) state.memories.change(key, { adoption: attempts });
  if (!isTold) {
    look.why = why.message;
    return;
  }
  state.tallies.refused.found(
    key,
    `It was made on the control plane and cannot be made here. ${why.message}`,
  );
}
