/**
 * HTTP downloads that fail soon and in words, and ask a host that cannot be reached only once.
 */
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

/** Milliseconds; the defaults are for people who wait. */
export interface DownloaderOptions {
  /** Until a connection must stand. Default 5000. */
  connectTimeoutMs?: number;
  /** Until an answer, or the next piece of it, must come. Default 30000. */
  stallTimeoutMs?: number;
  /** Before the first of {@link RETRIES} further attempts; doubles each time. Default 500. */
  retryDelayMs?: number;
}

/** A fault on the way is seldom lasting, and what comes in place of a download, a build, takes minutes. */
const RETRIES = 3;

/** Faults of the connection that the next attempt may not meet. */
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

/** Downloads over one set of connections (and through the proxy of the environment, if it names one). */
export interface Downloader {
  /** Reads a short text. */
  text(url: string, signal?: AbortSignal): Promise<string>;
  /** Writes a file, and returns its SHA-256 in hex. `onBytes` hears how much of how much (if known) is there. */
  file(
    url: string,
    target: string,
    options?: {
      onBytes?: (done: number, total?: number) => void;
      signal?: AbortSignal;
    },
  ): Promise<string>;
}

/** Why no answer came, in words. */
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
      return 'it did not answer in time';
    default:
      return message || code || 'the connection failed';
  }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/**
 * Creates a downloader. Transient faults are tried again, from where the file broke off if the server can do that.
 * Hosts that cannot be reached even so are remembered: a second file does not wait for them again.
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
            `the disk of ${target} is full: make room and start again`,
          );
        const of = total ? ` of ${megabytes(total)}` : '';
        throw new Error(
          `${url}: the download broke off or stalled after ${megabytes(done)}${of}`,
        );
      }
      return hash.digest('hex');
    },
  };
}
