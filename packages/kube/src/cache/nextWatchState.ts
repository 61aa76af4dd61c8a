// The reflector's transitions: decides without I/O what to do after an event.
import { backoffMs, maxRetryAfterMs } from '../backoff';
import { Failure } from './failure';
import {
  TransitionContext,
  ListMode,
  WatchStateBase,
  NextStep,
  Waiting,
  Watching,
  ReflectorEvent,
  WatchState,
} from './watchState';

/** Failures after which a watch cannot resume from its version. */
const requiresRelist = new Set<Failure['kind']>([
  'expired',
  'garbled',
  // A CRD that was deleted and created again has other objects, whatever its versions say.
  'absent',
  // A server restored to an older state accepts a watch from a later version and then sends nothing.
  'mute',
]);

/**
 * An event that the server cannot read or convert fails the watch at the same version each time, so the reflector
 * relists after this many attempts.
 */
const maxRefusedAttempts = 3;

const shortWatch: Failure = {
  kind: 'unreachable',
  reason: 'short-watch',
  message:
    'The API server ends watches as soon as they are open. Check for a proxy in front of the API server.',
};

const shortList: Failure = {
  kind: 'unfinished',
  reason: 'short-list',
  message:
    'The API server ended a streaming list before it was complete. Check for a proxy in front of the API server.',
};

/** How to relist. */
function freshList(pagesUntilMs: number, nowMs: number): NextStep {
  return { do: 'list', mode: nowMs < pagesUntilMs ? 'pages' : 'stream' };
}

function listAfter(mode: ListMode, failure: Failure): NextStep {
  switch (failure.kind) {
    case 'unfinished':
    case 'unstreamable':
    case 'refused':
    case 'garbled':
      // Every server supports pages and every proxy passes them.
      return { do: 'list', mode: 'pages' };
    case 'expired':
      // Pages that expire mean that reading takes longer than the server keeps its state; a single response cannot
      // expire.
      return { do: 'list', mode: mode === 'pages' ? 'whole' : 'pages' };
    default:
      return { do: 'list', mode };
  }
}

function watchAfter(
  resourceVersion: string,
  failure: Failure,
  relist: NextStep,
  attempt: number,
): NextStep {
  const needsRelist =
    requiresRelist.has(failure.kind) ||
    (failure.kind === 'refused' && attempt >= maxRefusedAttempts);
  return needsRelist ? relist : { do: 'check', resourceVersion };
}

function delayAfter(
  failure: Failure,
  attempt: number,
  { timings, random }: TransitionContext,
): number {
  // The protocol falls back to pages at once: there is nothing to wait for.
  if (failure.kind === 'unstreamable') return 0;
  if (failure.kind === 'expired' && attempt === 1) return 0;
  const isUnavailable =
    failure.kind === 'absent' || failure.kind === 'forbidden';
  const times = isUnavailable ? timings.absentBackoff : timings.backoff;
  const retryAfterMs = Math.min(failure.retryAfterMs ?? 0, maxRetryAfterMs);
  return retryAfterMs + backoffMs(times, attempt, random);
}

function enterState(step: NextStep, base: WatchStateBase): WatchState {
  const { attempt, pagesUntilMs } = base;
  return step.do === 'list'
    ? { phase: 'listing', mode: step.mode, attempt, pagesUntilMs }
    : {
        phase: 'checking',
        resourceVersion: step.resourceVersion,
        attempt,
        pagesUntilMs,
      };
}

/** Skips the version check where the server cannot or may not answer it; the watch itself then reports the error. */
const skipsCheck = (failure: Failure): boolean =>
  failure.kind === 'forbidden' || failure.kind === 'refused';

function afterFailure(
  state: Exclude<WatchState, Waiting>,
  failure: Failure,
  context: TransitionContext,
): WatchState {
  if (state.phase === 'checking' && skipsCheck(failure)) {
    return { ...state, phase: 'watching' };
  }
  const { nowMs, timings } = context;
  const isStreamingUnsupported = failure.kind === 'unstreamable';
  const attempt = state.attempt + (isStreamingUnsupported ? 0 : 1);
  const pagesUntilMs = isStreamingUnsupported
    ? nowMs + timings.streamAgainMs
    : state.pagesUntilMs;
  const next =
    state.phase === 'listing'
      ? listAfter(state.mode, failure)
      : watchAfter(
          state.resourceVersion,
          failure,
          freshList(pagesUntilMs, nowMs),
          attempt,
        );
  const delayMs = delayAfter(failure, attempt, context);
  const base = { attempt, pagesUntilMs };
  return delayMs === 0
    ? enterState(next, base)
    : { phase: 'waiting', delayMs, failure, next, ...base };
}

function afterEnd(
  state: Watching,
  end: Extract<ReflectorEvent, { type: 'ended' }>,
  context: TransitionContext,
): WatchState {
  if (!end.receivedEvent && end.openMs < context.timings.shortWatchMs) {
    return afterFailure(state, shortWatch, context);
  }
  // A server that shuts down ends watches in order too, and may return with the state of its last backup.
  return { ...state, phase: end.early ? 'checking' : 'watching', attempt: 0 };
}

/**
 * The next state after an event.
 * @throws Error for an event that cannot happen in the state
 */
export function nextWatchState(
  state: WatchState,
  event: ReflectorEvent,
  context: TransitionContext,
): WatchState {
  if (state.phase === 'waiting') {
    if (event.type === 'waited') return enterState(state.next, state);
  } else if (event.type === 'failed') {
    return afterFailure(state, event.failure, context);
  } else if (state.phase === 'listing' && event.type === 'listed') {
    const { attempt, pagesUntilMs } = state;
    const { resourceVersion } = event;
    return { phase: 'watching', resourceVersion, attempt, pagesUntilMs };
  } else if (state.phase === 'listing' && event.type === 'ended') {
    return afterFailure(state, shortList, context);
  } else if (state.phase === 'checking' && event.type === 'checked') {
    return { ...state, phase: 'watching' };
  } else if (state.phase === 'watching' && event.type === 'progressed') {
    const { resourceVersion } = event;
    return { ...state, resourceVersion, attempt: 0 };
  } else if (state.phase === 'watching' && event.type === 'ended') {
    return afterEnd(state, event, context);
  }
  throw new Error(
    `"${event.type}" cannot happen while ${state.phase}: this is a defect.`,
  );
}
