// Clocks of servers, compared with the clock of this machine.
import { isNotFound } from '../errors';
import { KubeClient } from './KubeClient';

/** Clocks of a server and of this machine at about the same time; milliseconds since 1970. */
export interface ClockReading {
  /** The server's time, in whole seconds. */
  serverMs: number;
  /** When the request was sent. */
  sentMs: number;
  /** When the answer came. */
  receivedMs: number;
}

/** Clocks that differ by more make tokens and heartbeats invalid; milliseconds. */
export const maximumClockDriftMs = 10_000;
/** Servers tell whole seconds. */
const resolutionMs = 1_000;

/**
 * The difference between a server's clock and this machine's in milliseconds, as far as the time of the request does
 * not explain it; positive when the server is ahead.
 */
export function clockDriftMs({
  receivedMs,
  sentMs,
  serverMs,
}: ClockReading): number {
  if (serverMs > receivedMs) return serverMs - receivedMs;
  return Math.min(0, serverMs + resolutionMs - sentMs);
}

const reviewPath = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const review = {
  apiVersion: 'authentication.k8s.io/v1',
  kind: 'SelfSubjectReview',
};

/** What a SelfSubjectReview says. */
export interface SelfReview {
  /** The user that this client is for the server. */
  user: string;
  /** When the server made the review, RFC 3339; absent where the server does not say. */
  createdAt?: string;
}

/** Who this client is, which every signed-in user may ask; undefined before Kubernetes 1.28. */
export async function readSelfReview(
  client: KubeClient,
  signal?: AbortSignal,
): Promise<SelfReview | undefined> {
  try {
    const { metadata, status } = (await client.raw('POST', reviewPath, review, {
      signal,
    })) as {
      metadata?: { creationTimestamp?: string | null };
      status?: { userInfo?: { username?: string } };
    };
    return {
      user: status?.userInfo?.username ?? '',
      createdAt: metadata?.creationTimestamp ?? undefined,
    };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function readClock(
  readTime: () => Promise<string | null | undefined>,
): Promise<ClockReading | undefined> {
  const sentMs = Date.now();
  const serverMs = Date.parse((await readTime()) ?? '');
  return Number.isNaN(serverMs)
    ? undefined
    : { serverMs, sentMs, receivedMs: Date.now() };
}

/** The clock of an API server; undefined when the server does not tell its time, as before Kubernetes 1.28. */
export const readServerClock = (
  client: KubeClient,
  signal?: AbortSignal,
): Promise<ClockReading | undefined> =>
  readClock(async () => (await readSelfReview(client, signal))?.createdAt);

/**
 * The clock in the `Date` header of any HTTP server, asked without credentials; undefined without the header.
 *
 * @throws what `fetch` throws without an answer
 */
export const readHttpClock = (
  url: URL,
  signal?: AbortSignal,
): Promise<ClockReading | undefined> =>
  readClock(async () => {
    const response = await fetch(url, { redirect: 'manual', signal });
    await response.body?.cancel();
    return response.headers.get('date');
  });
