/**
 * Installs a file or folder into the cache once, even with concurrent callers, by the first of several methods that
 * succeeds.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { lock } from 'proper-lockfile';
import { waitFor } from '@klutch/local-processes';

/** A method to install something. */
export interface InstallMethod {
  /** Name in progress lines and in the final message: "download from dl.k8s.io". */
  name: string;
  /**
   * Writes the result to `target`, in an empty folder of its own. Throws an error with a readable message on failure.
   */
  install(target: string): Promise<void>;
}

/** The artifact to install, with its methods. */
export interface InstallRequest {
  /** Name in messages: "etcd v3.6.11 (linux/amd64)". */
  what: string;
  /** Path of the installed artifact. */
  target: string;
  methods: InstallMethod[];
  /** Places searched before, for the final message. */
  alreadyTried?: string[];
  /** Advice to the user when every method fails. */
  hint: string;
  onProgress?: (text: string) => void;
  signal?: AbortSignal;
  /** Milliseconds after which the lock of a dead process is stale. Default 30000. */
  staleLockMs?: number;
}

const LOCK_WAIT_TIMEOUT_MS = 45 * 60_000;

/** Every method failed; the message names each, and what to do. */
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
    `${what} cannot be stored in ${dirname(target)}: ${(error as Error).message}. ` +
      `Make that folder writable, free disk space, or set KLUTCH_CACHE to another folder.`,
  );

/**
 * Returns the target's path, installing the target first if missing. The target appears atomically.
 *
 * @throws InstallFailedError when every method failed; the signal's reason when aborted.
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
      // Also removes the remains of a process that died during the installation.
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

/** Waits for the lock of the target, or for the target itself: then nothing has to be installed or released. */
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
        `${request.what}: another process is installing it, waiting`,
      );
    announced = true;
    return release !== undefined || existsSync(target);
  };
  // The first attempt is outside of waitFor, which treats errors as "not yet".
  if (!(await isLockedOrInstalled())) {
    await waitFor(isLockedOrInstalled, {
      what: `another process has installed ${request.what} (its lock is ${target}.lock)`,
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

/**
 * Acquires the lock of the target and returns its release function; `undefined` when another process holds the lock.
 * Not `lockFolder`, which compares pids: machines and containers may share the cache (docs/adr/0035-local-processes.md).
 */
async function tryLock(
  request: InstallRequest,
): Promise<(() => Promise<void>) | undefined> {
  try {
    const unlock = await lock(request.target, {
      realpath: false,
      stale: request.staleLockMs ?? 30_000,
      // A timer refreshes the lock. After a long suspension of this process another one may have taken over and
      // removed this one's work; the install method then fails with a readable message.
      onCompromised: () => undefined,
    });
    return () => unlock().catch(() => undefined);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return undefined;
    throw cacheWriteError(request, error);
  }
}
