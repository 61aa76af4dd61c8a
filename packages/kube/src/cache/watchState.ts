// The states of a reflector and what can happen to it.
import { Failure } from './failure';
import { ReflectorTimings } from './timings';

/**
 * A way to read everything: as a stream that goes on as the watch, in pages of one point in time, or in one answer.
 */
export type ListMode = 'stream' | 'pages' | 'whole';

/** What the reflector does once a wait is over. */
export type NextStep =
  { do: 'list'; mode: ListMode } | { do: 'check'; resourceVersion: string };

/** What is kept over all states. */
export interface WatchStateBase {
  /** Failures in a row; only progress sets it back, so that failures of list and watch in turn add up. */
  attempt: number;
  /** Until when (on the clock of {@link TransitionContext}) lists come in pages, because the server does not stream them. */
  pagesUntilMs: number;
}

/** Reading the whole resource. Left by its end or its failure. */
export interface Listing extends WatchStateBase {
  phase: 'listing';
  mode: ListMode;
}

/** Asking whether the server knows a version still or already, before a watch is resumed there. Left by the answer. */
export interface Checking extends WatchStateBase {
  phase: 'checking';
  resourceVersion: string;
}

/** Following changes from a version on. Left by the end or failure of the stream. */
export interface Watching extends WatchStateBase {
  phase: 'watching';
  resourceVersion: string;
}

/** Something failed. Left by time. */
export interface Waiting extends WatchStateBase {
  phase: 'waiting';
  delayMs: number;
  failure: Failure;
  next: NextStep;
}

/** Where a reflector stands. */
export type WatchState = Listing | Checking | Watching | Waiting;

/** What happened. */
export type ReflectorEvent =
  /** The list is complete and in the store. */
  | { type: 'listed'; resourceVersion: string }
  /** The server knows the version. */
  | { type: 'checked' }
  /** An event or bookmark was taken in. */
  | { type: 'progressed'; resourceVersion: string }
  /** The server ended the watch in an orderly way; `early`: before the time it was asked to. */
  | { type: 'ended'; openMs: number; receivedEvent: boolean; early: boolean }
  | { type: 'failed'; failure: Failure }
  /** The wait is over. */
  | { type: 'waited' };

/** What a decision depends on besides state and happening. */
export interface TransitionContext {
  timings: ReflectorTimings;
  /** From 0 to 1, for jitter. */
  random: number;
  /** Milliseconds on a clock that never goes back. */
  nowMs: number;
}

/** Where every reflector begins. */
export const initialWatchState: WatchState = {
  phase: 'listing',
  mode: 'stream',
  attempt: 0,
  pagesUntilMs: -Infinity,
};
