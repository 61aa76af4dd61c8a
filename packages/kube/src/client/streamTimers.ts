// Timers for streams that neither the server nor the reader ends.
import { ConnectionError } from '../errors';
import { maxTimerMs } from '../wait';
import { WatchOptions } from './requestOptions';
import { JoinedSignal } from '../signals';

/** Grace period after the requested end of a watch; a working server has ended the watch long before. */
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
    /** Whether the server failed to end the stream in time. */
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
          `No event came from the API server ${server} for ${idleTimeoutMs} ms, so the connection was closed as dead.`,
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
