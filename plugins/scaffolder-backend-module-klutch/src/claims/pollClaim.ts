/** Reads a claim until it is as expected. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceUnavailableError } from '@backstage/errors';
import type {
  ClaimRef,
  KlutchClient,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { findClaim } from './claimCalls';

type ClaimDetail = Schemas['ClaimDetail'];

/** The portal answers from its index, so that reading often costs little. */
const INTERVAL_MS = 2_000;

/** Options of {@link pollClaim}. */
export interface PollOptions {
  /** Whether the claim is as expected; undefined for a claim that does not exist. An error ends the wait. */
  isDone: (claim: ClaimDetail | undefined) => boolean | Promise<boolean>;
  timeoutMs: number;
  /** Default: 2 seconds. */
  intervalMs?: number;
  signal?: AbortSignal;
  /** Called with the claim's state, for people, when it is another one than before. */
  onState?: (state: string) => void;
}

/** Result of {@link pollClaim}. */
export interface PollResult {
  isDone: boolean;
  claim?: ClaimDetail;
  /** The last state, for people. */
  state: string;
}

/** The state of a claim as the portal shows it. */
const stateOf = ({ stateText, message }: ClaimDetail): string =>
  message ? `${stateText}: ${message}` : stateText;

type Reading =
  | { isKnown: true; claim?: ClaimDetail; state: string }
  | { isKnown: false; state: string };

async function read(client: KlutchClient, ref: ClaimRef): Promise<Reading> {
  try {
    const claim = await findClaim(client, ref);
    return { isKnown: true, claim, state: claim ? stateOf(claim) : 'gone' };
  } catch (error) {
    // The portal and the app cluster may be away for a while.
    if (!(error instanceof ServiceUnavailableError)) throw error;
    return { isKnown: false, state: error.message };
  }
}

/**
 * Reads a claim until it is as expected, or the time is over.
 *
 * @throws the reason of the signal when it is aborted, and errors of the portal other than ServiceUnavailableError
 */
export async function pollClaim(
  client: KlutchClient,
  ref: ClaimRef,
  options: PollOptions,
): Promise<PollResult> {
  const { isDone, timeoutMs, signal, onState } = options;
  const { intervalMs = INTERVAL_MS } = options;
  const deadline = Date.now() + timeoutMs;
  let state: string | undefined;
  for (;;) {
    const reading = await read(client, ref);
    if (reading.state !== state) onState?.(reading.state);
    state = reading.state;
    if (reading.isKnown && (await isDone(reading.claim))) {
      return { isDone: true, claim: reading.claim, state };
    }
    if (Date.now() >= deadline) return { isDone: false, state };
    await sleep(intervalMs, undefined, { signal });
  }
}
