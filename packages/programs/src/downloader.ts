/** HTTP downloads with short timeouts and readable errors. An unreachable host is tried only once. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  EnvHttpProxyAgent,
  interceptors,
  request,
  type Dispatcher,
} from 'undici';

/** Timeouts in milliseconds; the defaults suit interactive use. */
export interface DownloaderOptions {
  /** Timeout of the connection. Default 5000. */
  connectTimeoutMs?: number;
  /** Timeout of the response, and of each further chunk. Default 30000. */
  stallTimeoutMs?: number;
  /** Delay before the first of {@link RETRIES} retries; doubles each time. Default 500. */
  retryDelayMs?: number;
}

/** Network faults are usually short, and the fallback, a build, takes minutes. */
const RETRIES = 3;

/** Connection errors that may not recur on a retry. */
const TRANSIENT_CODES = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
];

/** Downloads over one connection pool (and through the proxy of the environment, if set). */
export interface Downloader {
  /** Reads a short text. */
  text(url: string, signal?: AbortSignal): Promise<string>;
  /** Writes a file, and returns its SHA-256 in hex. `onBytes` receives the bytes so far and, if known, the total. */
  file(
    url: string,
    target: string,
    options?: {
      onBytes?: (done: number, total?: number) => void;
      signal?: AbortSignal;
    },
  ): Promise<string>;
}

/** A readable message for a connection error. */
function explainConnection(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its name cannot be resolved';
    case 'ECONNREFUSED':
      return 'the connection was refused';
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return 'the connection took too long';
    case 'UND_ERR_HEADERS_TIMEOUT':
      return 'it did not respond in time';
    default:
      return message || code || 'the connection failed';
  }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/**
 * Creates a downloader. Transient faults are retried, with a range request if the server supports ranges. Hosts that
 * remain unreachable are remembered, so that a second file does not wait again.
 */
export function createDownloader(options: DownloaderOptions = {}): Downloader {
  const stallTimeoutMs = options.stallTimeoutMs ?? 30_000;
  const unreachable = new Map<string, string>();
  let dispatcher: Dispatcher | undefined;
  const connections = () =>
    (dispatcher ??= new EnvHttpProxyAgent({
      connectTimeout: options.connectTimeoutMs ?? 5_000,
      headersTimeout: stallTimeoutMs,
      bodyTimeout: stallTimeoutMs,
    }).compose(
      interceptors.retry({
        maxRetries: RETRIES,
        minTimeout: options.retryDelayMs ?? 500,
        errorCodes: TRANSIENT_CODES,
        throwOnError: false,
      }),
      interceptors.redirect({ maxRedirections: 5 }),
    ));

  const get = async (url: string, signal?: AbortSignal) => {
    const { host } = new URL(url);
    const known = unreachable.get(host);
    if (known) throw new Error(known);
    let response: Dispatcher.ResponseData;
    try {
      response = await request(url, { dispatcher: connections(), signal });
    } catch (error) {
      signal?.throwIfAborted();
      const reason = `${host} cannot be reached: ${explainConnection(error)}`;
      unreachable.set(host, reason);
      throw new Error(reason);
    }
    if (response.statusCode !== 200) {
      await response.body.dump();
      throw new Error(`${url} answered HTTP ${response.statusCode}`);
    }
    return response;
  };

  return {
    text: async (url, signal) => (await get(url, signal)).body.text(),
    async file(url, target, { onBytes, signal } = {}) {
      const response = await get(url, signal);
      const total = Number(response.headers['content-length']) || undefined;
      const hash = createHash('sha256');
      let done = 0;
      const count = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          hash.update(chunk);
          done += chunk.length;
          onBytes?.(done, total);
          next(null, chunk);
        },
      });
      try {
        await pipeline(response.body, count, createWriteStream(target), {
          signal,
        });
      } catch (error) {
        signal?.throwIfAborted();
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOSPC')
          throw new Error(
            `the disk of ${target} is full: free disk space and start again`,
          );
        const of = total ? ` of ${megabytes(total)}` : '';
        throw new Error(
          `${url}: the download was interrupted or stalled after ${megabytes(done)}${of}`,
        );
      }
      return hash.digest('hex');
    },
  };
}
