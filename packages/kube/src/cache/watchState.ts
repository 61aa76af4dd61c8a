// The states of a reflector and the events that change them.
import { Failure } from './failure';
import { ReflectorTimings } from './timings';

/**
 * How to read the whole resource: as a stream that continues as the watch, in pages of one point in time, or in one
 * response.
 */
export type ListMode = 'stream' | 'pages' | 'whole';

/** What the reflector does after a wait. */
export type NextStep =
  | { do: 'list'; mode: ListMode }
  | { do: 'check'; resourceVersion: string };

/** Fields of all states. */
export interface WatchStateBase {
  /** Failures in a row; only progress resets the count, so that alternating failures of list and watch add up. */
  attempt: number;
  /**
   * Until when (on the clock of {@link TransitionContext}) lists are read in pages, because the server does not
   * stream them.
   */
  pagesUntilMs: number;
}

/** Reads the whole resource. Ends with success or failure. */
export interface Listing extends WatchStateBase {
  phase: 'listing';
  mode: ListMode;
}

/** Checks whether the server has a version, still or already, before a watch resumes there. Ends with the response. */
export interface Checking extends WatchStateBase {
  phase: 'checking';
  resourceVersion: string;
}

/** Follows changes from a version. Ends with the stream or its failure. */
export interface Watching extends WatchStateBase {
  phase: 'watching';
  resourceVersion: string;
}

/** Waits after a failure. Ends with time. */
export interface Waiting extends WatchStateBase {
  phase: 'waiting';
  delayMs: number;
  failure: Failure;
  next: NextStep;
}

/** State of a reflector. */
export type WatchState = Listing | Checking | Watching | Waiting;

/** An event that the state machine handles. */
export type ReflectorEvent =
  /** The list is complete and in the store. */
  | { type: 'listed'; resourceVersion: string }
  /** The server has the version. */
  | { type: 'checked' }
  /** An event or bookmark was applied. */
  | { type: 'progressed'; resourceVersion: string }
  /** The server ended the watch without an error; `early`: before the requested time. */
  | { type: 'ended'; openMs: number; receivedEvent: boolean; early: boolean }
  | { type: 'failed'; failure: Failure }
  /** The wait is over. */
  | { type: 'waited' };

/** What a decision depends on besides the state and the event. */
export interface TransitionContext {
  timings: ReflectorTimings;
  /** From 0 to 1, for jitter. */
  random: number;
  /** Milliseconds on a monotonic clock. */
  nowMs: number;
}

/** The first state of every reflector. */
export const initialWatchState: WatchState = {
  phase: 'listing',
  mode: 'stream',
  attempt: 0,
  pagesUntilMs: -Infinity,
};
