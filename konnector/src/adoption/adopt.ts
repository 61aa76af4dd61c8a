/** Brings an object that somebody made directly on the control plane to the app cluster. */
import { fieldManagers } from '@klutch/bind-api';
import { isAlreadyExists, isNotFound, keyOf } from '@klutch/kube';
import { refusalOf, rejectedWaitMs } from '../feedback/refusal';
import { seeCopy } from '../sync/facts';
import type { Run } from '../sync/run';
import { isAdoptable } from './isAdoptable';
import { planAdoption } from './planAdoption';

/** When somebody was faster with the name: how long until the watch shows it; milliseconds. */
const lookAgainMs = 1_000;
/** How often to see whether a missing right, or namespace, is there by now; milliseconds. */
const missingCheckMs = 60_000;

/**
 * For keys without an object on the app cluster. Nothing is made on the word of a cache: a copy that we, or somebody
 * else, deleted a moment ago must not come back.
 * @returns true when there is an object now.
 */
export async function adopt(run: Run): Promise<boolean> {
  const { state, key, where, context } = run;
  const { mapping, providers, providerClient, consumerClient } = state.parts;
  const place = mapping.place(where);
  if (place.at !== 'ready' || !providers.known(place.key)) return false;
  const { object: seen } = seeCopy(run, place.key);
  if (!seen || !isAdoptable(seen, mapping.marks)) return false;
  const live = await providerClient.get(mapping.provider, place.key);
  if (!live || !isAdoptable(live, mapping.marks)) return false;

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
    // The namespace is gone; that of the control plane waits for somebody to look after what is in it.
    if (isNotFound(error)) {
      context.requeueAfter(missingCheckMs);
      return false;
    }
    const refusal = refusalOf(error, 'app cluster');
    if (!refusal || refusal.state === 'Failing') throw error;
    const forbidden = refusal.state === 'Forbidden';
    context.requeueAfter(forbidden ? missingCheckMs : rejectedWaitMs);
    context.logger.warn(
      { err: error, place: keyOf(live) },
      'an object of the control plane could not be made on the app cluster',
    );
    return false;
  }
}
