// When a stream has to end although neither its server nor its reader ends it.
import { ConnectionError } from '../errors';
import { maxTimerMs } from '../wait';
import { WatchOptions } from './requestOptions';
import { JoinedSignal } from '../signals';

/** A server that was asked to end a watch has ended it long before. */
const endGraceMs = 30_000;

/** Timers of a stream, which abort `stop`. */
export function streamTimers(
  {
    idleTimeoutMs,
    timeoutSeconds,
  }: Pick<WatchOptions, 'idleTimeoutMs' | 'timeoutSeconds'>,
  server: string,
  stop: JoinedSignal,
) {
  let idle: NodeJS.Timeout | undefined;
  let end: NodeJS.Timeout | undefined;
  const ended = new Error(`The API server ${server} did not end a watch.`);
  return {
    /** It was not ended when it was to be. */
    timedOut: () => stop.signal.reason === ended,
    opened() {
      if (!timeoutSeconds) return;
      const ms = Math.min(timeoutSeconds * 1000 + endGraceMs, maxTimerMs);
      end = setTimeout(() => stop.abort(ended), ms);
    },
    startIdleTimer() {
      if (idleTimeoutMs === undefined) return;
      const late = () =>
        new ConnectionError(
          `No event came from the API server ${server} for ${idleTimeoutMs} ms, so the connection counts as dead.`,
          { failure: 'timeout', server },
        );
      idle = setTimeout(() => stop.abort(late()), idleTimeoutMs);
    },
    stopIdleTimer: () => clearTimeout(idle),
    clear() {
      clearTimeout(idle);
      clearTimeout(end);
    },
  };
}
