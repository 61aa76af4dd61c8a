/**
 * Puts a file or folder into the cache once, whoever asks at the same time: by the first of several ways that works.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { lock } from 'proper-lockfile';
import { waitFor } from '../waitFor';

/** A way to get something. */
export interface InstallMethod {
  /** Names it in progress lines and in the final message: "download from dl.k8s.io". */
  name: string;
  /** Writes the result to `target`, which lies in an empty folder of its own. Throws, in words, when it cannot. */
  install(target: string): Promise<void>;
}

/** What is wanted, and how to get it. */
export interface InstallRequest {
  /** Names it in messages: "etcd v3.6.11 (linux/amd64)". */
  what: string;
  /** Where it shall lie. */
  target: string;
  methods: InstallMethod[];
  /** What was looked at before, for the final message. */
  alreadyTried?: string[];
  /** What a person can do when no way works. */
  hint: string;
  onProgress?: (text: string) => void;
  signal?: AbortSignal;
  /** Milliseconds after which the lock of a process that died counts as left behind. Default 30000. */
  staleLockMs?: number;
}

const LOCK_WAIT_TIMEOUT_MS = 45 * 60_000;

/** No way to get something worked; the message names each, and what to do. */
export class InstallFailedError extends Error {
  constructor(request: InstallRequest, tried: string[]) {
    const lines = [...(request.alreadyTried ?? []), ...tried].map(
      line => `  - ${line}`,
    );
    super(
      [
        `${request.what} could not be found, downloaded or built. Tried:`,
        ...lines,
        request.hint,
      ].join('\n'),
    );
    this.name = 'InstallFailedError';
  }
}

const cacheWriteError = ({ what, target }: InstallRequest, error: unknown) =>
  new Error(
    `${what} cannot be kept in ${dirname(target)}: ${(error as Error).message}. ` +
      `Make that folder writable, make room, or set KLUTCH_CACHE to another folder.`,
  );

/**
 * Returns the target's path when it is there; it appears whole or not at all.
 *
 * @throws InstallFailedError when every way failed; the signal's reason when aborted.
 */
export async function installOnce(request: InstallRequest): Promise<string> {
  const { target, signal } = request;
  if (existsSync(target)) return target;
  await mkdir(dirname(target), { recursive: true }).catch(error =>
    Promise.reject(cacheWriteError(request, error)),
  );
  const release = await acquireInstallLock(request);
  if (!release) return target;
  const workDir = join(dirname(target), `.${basename(target)}.new`);
  const tried: string[] = [];
  try {
    for (const method of request.methods) {
      // Also clears what a process left behind that died here.
      await rm(workDir, { recursive: true, force: true });
      await mkdir(workDir);
      try {
        await method.install(join(workDir, basename(target)));
        await rename(join(workDir, basename(target)), target);
        return target;
      } catch (error) {
        signal?.throwIfAborted();
        const reason = error instanceof Error ? error.message : String(error);
        tried.push(`${method.name}: ${reason}`);
        if (method !== request.methods.at(-1))
          request.onProgress?.(
            `${request.what}: no ${method.name} (${reason})`,
          );
      }
    }
    throw new InstallFailedError(request, tried);
  } finally {
    await rm(workDir, { recursive: true, force: true });
    await release();
  }
}

/** Waits for the lock of the target, or for the target: then there is nothing to do, and nothing to release. */
async function acquireInstallLock(
  request: InstallRequest,
): Promise<(() => Promise<void>) | undefined> {
  const { target } = request;
  let release: (() => Promise<void>) | undefined;
  let announced = false;
  const isLockedOrInstalled = async () => {
    release = await tryLock(request);
    if (!release && !announced)
      request.onProgress?.(
        `${request.what}: another process prepares it, waiting for that`,
      );
    announced = true;
    return release !== undefined || existsSync(target);
  };
  // The first try is outside of the wait, which takes errors for "not yet".
  if (!(await isLockedOrInstalled())) {
    await waitFor(isLockedOrInstalled, {
      what: `another process has prepared ${request.what} (its lock is ${target}.lock)`,
      timeoutMs: LOCK_WAIT_TIMEOUT_MS,
      intervalMs: 250,
      signal: request.signal,
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
  request: InstallRequest,
): Promise<(() => Promise<void>) | undefined> {
  try {
    const unlock = await lock(request.target, {
      realpath: false,
      stale: request.staleLockMs ?? 30_000,
      // A timer keeps the lock fresh. When this process was suspended for long, another one has started over and
      // this one's work is gone: its way fails in words, which is all that can be done.
      onCompromised: () => undefined,
    });
    return () => unlock().catch(() => undefined);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return undefined;
    throw cacheWriteError(request, error);
  }
}
