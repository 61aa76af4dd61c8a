// One watch: from a stream of bytes to events, with a timer that notices a connection which died silently.
import { apiErrorFromStatus, ConnectionError } from '../errors';
import { KubeObject, WatchEvent } from '../types';
import { LineSplitter, LineTooLongError } from './frames';
import { Transport } from './transport';

/** etcd takes objects of 1.5 MiB; as JSON with escapes they grow, but never to this. */
const maxEventBytes = 32 * 1024 * 1024;

interface WireEvent {
  type?: unknown;
  object?: unknown;
}

function parseEvent(line: string, server: string): WireEvent {
  const garbled = (what: string) =>
    new ConnectionError(
      `The API server ${server} sent a watch event that ${what}. Check what stands between here and it.`,
      { failure: 'garbled', server },
    );
  let event: WireEvent | null;
  try {
    event = JSON.parse(line);
  } catch {
    // The parser's own message quotes the line, which may hold credentials.
    throw garbled('is not JSON');
  }
  if (typeof event?.object !== 'object' || event.object === null) {
    throw garbled('has no object');
  }
  return event;
}

function decodeEvent<T extends KubeObject>(
  line: string,
  server: string,
): WatchEvent<T> {
  const { type, object } = parseEvent(line, server);
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type, object: object as T };
    case 'BOOKMARK':
      return { type, object: object as KubeObject };
    case 'ERROR':
      throw apiErrorFromStatus(0, object);
    default:
      throw new ConnectionError(
        `The API server ${server} sent a watch event of an unknown type. Update this software.`,
        { failure: 'garbled', server },
      );
  }
}

/** How a watch is read. */
export interface WatchStreamOptions {
  path: string;
  headers: string[];
  signal?: AbortSignal;
  idleTimeoutMs?: number;
  onOpen?: () => void;
}

/**
 * Reads a watch until the server ends it. The timer runs only while waiting for bytes, so a slow reader is
 * not taken for a dead connection.
 */
export async function* readWatch<T extends KubeObject>(
  transport: Transport,
  options: WatchStreamOptions,
): AsyncGenerator<WatchEvent<T>> {
  const { path, headers, signal, idleTimeoutMs, onOpen } = options;
  const abort = new AbortController();
  const onAbort = () => abort.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const expectBytes = () => {
    if (idleTimeoutMs === undefined) return;
    timer = setTimeout(() => {
      abort.abort(
        new ConnectionError(
          `Nothing came from the API server ${transport.server} for ${idleTimeoutMs} ms, so the connection counts as dead.`,
          { failure: 'timeout', server: transport.server },
        ),
      );
    }, idleTimeoutMs);
  };
  try {
    const splitter = new LineSplitter(maxEventBytes);
    expectBytes();
    const stream = await transport.open({
      method: 'GET',
      path,
      headers,
      signal: abort.signal,
    });
    clearTimeout(timer);
    onOpen?.();
    expectBytes();
    for await (const chunk of stream) {
      clearTimeout(timer);
      for (const line of splitter.push(chunk)) {
        yield decodeEvent<T>(line, transport.server);
      }
      expectBytes();
    }
  } catch (error) {
    if (error instanceof LineTooLongError) {
      throw new ConnectionError(
        `The API server ${transport.server} sent a watch event of more than ${maxEventBytes} bytes. Check what stands between here and it.`,
        { failure: 'garbled', server: transport.server },
      );
    }
    throw transport.failure(error, abort.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    // Frees the connection also when the reader stopped before the end.
    abort.abort();
  }
}
