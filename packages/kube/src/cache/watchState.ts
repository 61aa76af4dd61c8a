// The reflector as a state machine: what to do next after what happened, decided without any I/O.
import { ApiError, ConnectionError, isExpired } from '../errors';
import { backoffMs } from '../backoff';
import { ReflectorTimings } from './timings';

/** What the reflector does once a wait is over. */
export type NextStep =
  { do: 'list'; paged: boolean } | { do: 'watch'; resourceVersion: string };

/** `attempt` counts failures in a row; only progress sets it back, so that failures of list and watch in turn add up. */
export type WatchState =
  /** Reading the whole resource. Left by its end or its failure. */
  | { phase: 'listing'; paged: boolean; attempt: number }
  /** Following changes from a version on. Left by the end or failure of the stream. */
  | { phase: 'watching'; resourceVersion: string; attempt: number }
  /** Something failed. Left by time. */
  | {
      phase: 'waiting';
      delayMs: number;
      failure: Failure;
      next: NextStep;
      attempt: number;
    };

/** Why a list or a watch failed. */
export interface Failure {
  kind:
    /** The version or continue token is too old. */
    | 'expired'
    /** 401. */
    | 'unauthorized'
    /** 403. */
    | 'forbidden'
    /** 404: the CRD is not there (yet, or any more). */
    | 'absent'
    /** What arrived could not be read; something may have been missed. */
    | 'garbled'
    /** Everything that time may heal. */
    | 'transient';
  /** One word for health and metrics. */
  reason: string;
  message: string;
  retryAfterMs?: number;
}

/** What happened. */
export type WatchHappening =
  /** The list is complete and in the store. */
  | { type: 'listed'; resourceVersion: string }
  /** An event or bookmark was taken in. */
  | { type: 'progressed'; resourceVersion: string }
  /** The server ended the watch in an orderly way. */
  | { type: 'ended'; openMs: number; progressed: boolean }
  | { type: 'failed'; failure: Failure }
  /** The wait is over. */
  | { type: 'waited' };

/** What an error means to the reflector. */
export function classifyFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { code, message, retryAfterSeconds } = error;
    const failure = {
      reason: error.reason === 'Unknown' ? `HTTP ${code}` : error.reason,
      message,
      retryAfterMs: retryAfterSeconds && retryAfterSeconds * 1000,
    };
    if (isExpired(error)) return { kind: 'expired', ...failure };
    if (code === 401) return { kind: 'unauthorized', ...failure };
    if (code === 403) return { kind: 'forbidden', ...failure };
    if (code === 404) {
      return { kind: 'absent', ...failure, reason: 'NotFound' };
    }
    return { kind: 'transient', ...failure };
  }
  if (error instanceof ConnectionError) {
    return {
      kind: error.failure === 'garbled' ? 'garbled' : 'transient',
      reason: error.failure,
      message: error.message,
    };
  }
  return {
    kind: 'transient',
    reason: 'error',
    message: error instanceof Error ? error.message : 'unknown error',
  };
}

const shortWatch: Failure = {
  kind: 'transient',
  reason: 'short-watch',
  message:
    'The API server ends watches as soon as they begin. Check what stands between here and it.',
};

/** A list or watch that was refused starts where it makes sense, once it is time. */
function nextStepAfter(
  state: Exclude<WatchState, { phase: 'waiting' }>,
  failure: Failure,
): NextStep {
  const relist = failure.kind === 'expired' || failure.kind === 'garbled';
  if (state.phase === 'listing') {
    // Pages that expire mean that reading takes longer than the server keeps its state: one answer cannot.
    return { do: 'list', paged: state.paged && failure.kind !== 'expired' };
  }
  // A CRD that went and came back has other objects, whatever its versions say.
  return relist || failure.kind === 'absent'
    ? { do: 'list', paged: true }
    : { do: 'watch', resourceVersion: state.resourceVersion };
}

function delayAfter(
  failure: Failure,
  attempt: number,
  timings: ReflectorTimings,
  random: number,
): number {
  // To list anew after the first 410 is the protocol, not a failure.
  if (failure.kind === 'expired' && attempt === 1) return 0;
  const isState = failure.kind === 'absent' || failure.kind === 'forbidden';
  const times = isState ? timings.absentBackoff : timings.backoff;
  return (failure.retryAfterMs ?? 0) + backoffMs(times, attempt, random);
}

function begin(step: NextStep, attempt: number): WatchState {
  return step.do === 'list'
    ? { phase: 'listing', paged: step.paged, attempt }
    : { phase: 'watching', resourceVersion: step.resourceVersion, attempt };
}

function afterFailure(
  state: Exclude<WatchState, { phase: 'waiting' }>,
  failure: Failure,
  timings: ReflectorTimings,
  random: number,
): WatchState {
  const attempt = state.attempt + 1;
  const next = nextStepAfter(state, failure);
  const delayMs = delayAfter(failure, attempt, timings, random);
  return delayMs === 0
    ? begin(next, attempt)
    : { phase: 'waiting', delayMs, failure, next, attempt };
}

/** Where every reflector begins. */
export const initialWatchState: WatchState = {
  phase: 'listing',
  paged: true,
  attempt: 0,
};

/**
 * What to do after what happened.
 * @param random - from 0 to 1, for jitter
 * @throws Error for a happening that cannot happen in the state
 */
export function nextWatchState(
  state: WatchState,
  happening: WatchHappening,
  timings: ReflectorTimings,
  random: number,
): WatchState {
  if (state.phase === 'waiting') {
    if (happening.type === 'waited') return begin(state.next, state.attempt);
  } else if (happening.type === 'failed') {
    return afterFailure(state, happening.failure, timings, random);
  } else if (state.phase === 'listing' && happening.type === 'listed') {
    return {
      phase: 'watching',
      resourceVersion: happening.resourceVersion,
      attempt: state.attempt,
    };
  } else if (state.phase === 'watching' && happening.type === 'progressed') {
    return {
      phase: 'watching',
      resourceVersion: happening.resourceVersion,
      attempt: 0,
    };
  } else if (state.phase === 'watching' && happening.type === 'ended') {
    return happening.progressed || happening.openMs >= timings.shortWatchMs
      ? { ...state, attempt: 0 }
      : afterFailure(state, shortWatch, timings, random);
  }
  throw new Error(
    `"${happening.type}" cannot happen while ${state.phase}: this is a defect.`,
  );
}
