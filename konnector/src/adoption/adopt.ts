/** Brings an object that somebody made directly on the control plane to the app cluster. */
import { fieldManagers } from '@klutch/bind-api';
import {
  ApiError,
  isAlreadyExists,
  isForbidden,
  isNotFound,
  keyOf,
  type ObjectKey,
  type Unstructured,
} from '@klutch/kube';
import { isLasting, oneMore, type Attempts } from '../feedback/attempts';
import { refusalOf, rejectedWaitMs, type Refusal } from '../feedback/refusal';
import { seeCopy } from '../sync/facts';
import type { Run } from '../sync/run';
import { isAdoptable } from './isAdoptable';
import { planAdoption } from './planAdoption';

/** When somebody was faster with the name: how long until the watch shows it; milliseconds. */
const lookAgainMs = 1_000;
/** How often to see whether a missing right, or namespace, is there by now; milliseconds. */
const missingCheckMs = 60_000;

/** The namespace is gone or going; that of the control plane waits for somebody to look after what is in it. */
const hasNoNamespace = (error: unknown) =>
  isNotFound(error) ||
  (isForbidden(error) &&
    error instanceof ApiError &&
    error.causes.some(({ reason }) => reason === 'NamespaceTerminating'));

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
  const live =
    place.at === 'ready' ? await originAt(run, place.key) : undefined;
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
    if (hasNoNamespace(error)) {
      state.tallies.refused.settle(key);
      context.requeueAfter(missingCheckMs);
      return false;
    }
    const refusal = refusalOf(error, 'app cluster');
    if (!refusal) throw error;
    context.logger.warn(
      { err: error, place: keyOf(live) },
      'an object of the control plane could not be made on the app cluster',
    );
    waitAfter(run, refusal, adoption);
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
function waitAfter(
  { state, key, context }: Run,
  { state: how, message }: Refusal,
  before: Attempts | undefined,
): void {
  if (how === 'Failing') {
    const adoption = oneMore(before, 0);
    state.memories.change(key, { adoption });
    context.requeueAfter(adoption.until);
    if (!isLasting(adoption)) return;
  } else {
    context.requeueAfter(how === 'Forbidden' ? missingCheckMs : rejectedWaitMs);
  }
  state.tallies.refused.found(
    key,
    `It was made on the control plane and cannot be made here. ${message}`,
  );
}
