// Times of a reflector, and the reasons for their defaults.
import { BackoffTimes } from '../backoff';

/** Times of a reflector. All have defaults that suit production. */
export interface ReflectorTimings {
  /** Objects per page of a paged list; default 500, as client-go. */
  pageSize: number;
  /**
   * Range of seconds after which the server is asked to end a watch; default 300 to 600. Random, so that many watches
   * do not end at once.
   */
  watchSeconds: readonly [number, number];
  /**
   * Range of milliseconds of silence after which a watch counts as dead; default 180 000 to 240 000. API servers send
   * a bookmark about every 60 s, but a quiet one sent its first after 119 s.
   */
  livenessMs: readonly [number, number];
  /** A watch that ends sooner than this without an event counts as failed; default 1000 ms. */
  shortWatchMs: number;
  /**
   * Longest silence within a streaming list; default 10 000 ms. Servers older than Kubernetes 1.27 never mark its end.
   */
  streamSilenceMs: number;
  /** Longest streaming list; default 60 000 ms. A list that takes longer, or never ends, is read in pages. */
  streamListMs: number;
  /**
   * Time until a server that cannot stream lists is asked for a streaming list again; default one hour. Lists are
   * rare and a refusal is cheap, so the retry only has to be seldom.
   */
  streamAgainMs: number;
  /** Waits after failures; default 500 ms to 30 s. */
  backoff: BackoffTimes;
  /** Waits while the resource does not exist (no CRD yet) or access is forbidden; default 500 ms to 10 s. */
  absentBackoff: BackoffTimes;
}

/** Defaults for production. */
export const defaultTimings: ReflectorTimings = {
  pageSize: 500,
  watchSeconds: [300, 600],
  livenessMs: [180_000, 240_000],
  shortWatchMs: 1_000,
  streamSilenceMs: 10_000,
  streamListMs: 60_000,
  streamAgainMs: 3_600_000,
  backoff: { baseMs: 500, capMs: 30_000 },
  absentBackoff: { baseMs: 500, capMs: 10_000 },
};
