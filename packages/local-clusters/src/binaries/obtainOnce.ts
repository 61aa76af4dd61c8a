/**
 * Puts a file or folder into the cache once, whoever asks at the same time: by the first of several ways that works.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { lock } from 'proper-lockfile';
import { waitFor } from '../waitFor';

/** A way to get something. */
export interface Way {
  /** Names it in progress lines and in the final message: "download from dl.k8s.io". */
  name: string;
  /** Writes the result to `target`, which lies in an empty folder of its own. Throws, in words, when it cannot. */
  obtain(target: string): Promise<void>;
}

/** What is wanted, and how to get it. */
export interface Wanted {
  /** Names it in messages: "etcd v3.6.11 (linux/amd64)". */
  what: string;
  /** Where it shall lie. */
  target: string;
  ways: Way[];
  /** What was looked at before, for the final message. */
  triedBefore?: string[];
  /** What a person can do when no way works. */
  advice: string;
  onProgress?: (text: string) => void;
  signal?: AbortSignal;
  /** Milliseconds after which the lock of a process that died counts as left behind. Default 30000. */
  staleLockMs?: number;
}

const WAIT_FOR_OTHERS_MS = 45 * 60_000;

/** No way to get something worked; the message names each, and what to do. */
export class NoWayError extends Error {
  constructor(wanted: Wanted, tried: string[]) {
    const lines = [...(wanted.triedBefore ?? []), ...tried].map(
      line => `  - ${line}`,
    );
    super(
      [
        `${wanted.what} could not be found, downloaded or built. Tried:`,
        ...lines,
        wanted.advice,
      ].join('\n'),
    );
    this.name = 'NoWayError';
  }
}

const cannotWrite = ({ what, target }: Wanted, error: unknown) =>
  new Error(
    `${what} cannot be kept in ${dirname(target)}: ${(error as Error).message}. ` +
      `Make that folder writable, make room, or set KLUTCH_CACHE to another folder.`,
  );

/**
 * Returns the target's path when it is there; it appears whole or not at all.
 *
 * @throws NoWayError when every way failed; the signal's reason when aborted.
 */
export async function obtainOnce(wanted: Wanted): Promise<string> {
  const { target, signal } = wanted;
  if (existsSync(target)) return target;
  await mkdir(dirname(target), { recursive: true }).catch(error =>
    Promise.reject(cannotWrite(wanted, error)),
  );
  const release = await waitForTurn(wanted);
  if (!release) return target;
  const work = join(dirname(target), `.${basename(target)}.new`);
  const tried: string[] = [];
  try {
    for (const way of wanted.ways) {
      // Also clears what a process left behind that died here.
      await rm(work, { recursive: true, force: true });
      await mkdir(work);
      try {
        await way.obtain(join(work, basename(target)));
        await rename(join(work, basename(target)), target);
        return target;
      } catch (error) {
        signal?.throwIfAborted();
        const reason = error instanceof Error ? error.message : String(error);
        tried.push(`${way.name}: ${reason}`);
        if (way !== wanted.ways.at(-1))
          wanted.onProgress?.(`${wanted.what}: no ${way.name} (${reason})`);
      }
    }
    throw new NoWayError(wanted, tried);
  } finally {
    await rm(work, { recursive: true, force: true });
    await release();
  }
}

/** Waits for the lock of the target, or for the target: then there is nothing to do, and nothing to release. */
async function waitForTurn(
  wanted: Wanted,
): Promise<(() => Promise<void>) | undefined> {
  const { target } = wanted;
  let release: (() => Promise<void>) | undefined;
  let told = false;
  const isMyTurn = async () => {
    release = await tryLock(wanted);
    if (!release && !told)
      wanted.onProgress?.(
        `${wanted.what}: another process prepares it, waiting for that`,
      );
    told = true;
    return release !== undefined || existsSync(target);
  };
  // The first try is outside of the wait, which takes errors for "not yet".
  if (!(await isMyTurn())) {
    await waitFor(isMyTurn, {
      what: `another process has prepared ${wanted.what} (its lock is ${target}.lock)`,
      timeoutMs: WAIT_FOR_OTHERS_MS,
      intervalMs: 250,
      signal: wanted.signal,
    });
  }
  if (release && existsSync(target)) {
    await release();
    return undefined;
  }
  return release;
}

/** Takes the lock of the target and returns how to let go of it; `undefined` when another one has it. */
async function tryLock(
  wanted: Wanted,
): Promise<(() => Promise<void>) | undefined> {
  try {
    const unlock = await lock(wanted.target, {
      realpath: false,
      stale: wanted.staleLockMs ?? 30_000,
      // A timer keeps the lock fresh. When this process was suspended for long, another one has started over and
      // this one's work is gone: its way fails in words, which is all that can be done.
      onCompromised: () => undefined,
    });
    return () => unlock().catch(() => undefined);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return undefined;
    throw cannotWrite(wanted, error);
  }
}
