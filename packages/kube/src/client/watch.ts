// One watch: from a stream of bytes to events, with a timer that detects a dead connection.
import { ConnectionError } from '../errors';
import { KubeObject, Resource, WatchEvent } from '../types';
import { checkRange } from '../limits';
import { Connection } from './Connection';
import { garbledAnswer } from './connectionFailure';
import { WatchOptions } from './requestOptions';
import { LineSplitter, LineTooLongError } from './frames';
import { watchPath } from './requests';
import { apiErrorFromStatus } from './status';
import { acceptOf, withType } from './representation';
import { joinSignals } from '../signals';
import { Transport } from './Transport';
import { TransportRequest } from './TransportRequest';

/** etcd accepts objects of 1.5 MiB; JSON escapes make them larger, but never this large. */
const maxEventBytes = 32 * 1024 * 1024;

interface WireEvent {
  type?: unknown;
  object?: unknown;
}

function parseEvent(line: string, server: string): WireEvent {
  let event: WireEvent | null;
  try {
    event = JSON.parse(line);
  } catch {
    // The parser's message quotes the line, which may hold credentials.
    throw garbledAnswer(server, 'a watch event that is not JSON');
  }
  if (typeof event?.object !== 'object' || event.object === null) {
    throw garbledAnswer(server, 'a watch event that has no object');
  }
  return event;
}

function decodeEvent<T extends KubeObject>(
  line: string,
  server: string,
  resource: Resource<T>,
): WatchEvent<T> {
  const { type, object } = parseEvent(line, server);
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
    case 'BOOKMARK':
      return { type, object: withType(object as KubeObject, resource) };
    case 'ERROR':
      throw apiErrorFromStatus(0, object);
    default:
      throw new ConnectionError(
        `The API server ${server} sent a watch event of an unknown type. Update this software.`,
        { failure: 'garbled', server },
      );
  }
}

/** Options of reading a watch, independent of the watched resource. */
type WatchReadOptions = Pick<
  WatchOptions,
  'signal' | 'idleTimeoutMs' | 'onOpen'
>;

/**
 * The request that opens a watch.
 * @throws TypeError when the options contradict each other
 * @throws RangeError when the idle timeout is out of range
 */
export function watchRequest(
  resource: Resource<KubeObject>,
  options: WatchOptions,
): TransportRequest {
  const { idleTimeoutMs } = options;
  if (idleTimeoutMs !== undefined) checkRange('idleTimeoutMs', idleTimeoutMs);
  return {
    verb: 'watch',
    resource: resource.plural,
    method: 'GET',
    path: watchPath(resource, options),
    accept: acceptOf(resource, 'object'),
  };
}

/**
 * Reads a watch until the server ends it. When its connection is replaced, the watch ends as if the server had ended
 * it; a watch that has received nothing yet is opened again instead.
 */
export async function* readWatch<T extends KubeObject>(
  connection: Connection,
  resource: Resource<T>,
  request: TransportRequest,
  options: WatchReadOptions,
): AsyncGenerator<WatchEvent<T>> {
  let { onOpen } = options;
  const onFirstOpen = () => {
    onOpen?.();
    onOpen = undefined;
  };
  const settings = { ...options, onOpen: onFirstOpen };
  let again: boolean;
  do {
    again = yield* readStream(connection, resource, request, settings);
  } while (again);
}

const silentStream = (server: string, idleTimeoutMs: number) =>
  new ConnectionError(
    `No event came from the API server ${server} for ${idleTimeoutMs} ms, so the connection was closed as dead.`,
    { failure: 'timeout', server },
  );

/**
 * Reads one stream. Only complete events reset the idle timer, and the timer is paused while the reader works, so
 * that a slow reader is not mistaken for a dead connection.
 * @returns whether the connection was replaced before anything was received
 */
async function* readStream<T extends KubeObject>(
  connection: Connection,
  resource: Resource<T>,
  request: TransportRequest,
  options: WatchReadOptions,
): AsyncGenerator<WatchEvent<T>, boolean> {
  const { server } = connection;
  const stop = joinSignals([options.signal]);
  const { idleTimeoutMs } = options;
  let idleTimer: NodeJS.Timeout | undefined;
  const startIdleTimer = () => {
    if (idleTimeoutMs === undefined) return;
    const abort = () => stop.abort(silentStream(server, idleTimeoutMs));
    idleTimer = setTimeout(abort, idleTimeoutMs);
  };
  let transport: Transport | undefined;
  let silent = true;
  try {
    const splitter = new LineSplitter(maxEventBytes);
    const stream = await connection.open(request, stop);
    transport = stream.transport;
    options.onOpen?.();
    startIdleTimer();
    for await (const chunk of stream.chunks) {
      connection.recordActivity();
      let hadEvent = false;
      for (const line of splitter.push(chunk)) {
        clearTimeout(idleTimer);
        silent = false;
        hadEvent = true;
        yield decodeEvent(line, server, resource);
      }
      if (hadEvent) startIdleTimer();
    }
    return false;
  } catch (error) {
    if (transport?.retired && !stop.signal.aborted) return silent;
    if (error instanceof LineTooLongError) {
      const what = `a watch event of more than ${maxEventBytes} bytes`;
      throw garbledAnswer(server, what);
    }
    throw transport
      ? connection.streamFailure(transport, error, stop.signal)
      : error;
  } finally {
    clearTimeout(idleTimer);
    stop.release();
    // Frees the connection also when the reader stopped before the end.
    stop.abort();
  }
}
