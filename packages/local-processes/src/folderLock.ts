/** Folder locks: a process owns a folder until it releases the folder or exits. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import {
  isAlive,
  processIdentity,
  type ProcessIdentity,
} from './processIdentity';
import { waitFor } from './waitFor';
import { writeFileAtomic } from './writeFileAtomic';

export interface FolderOwner extends ProcessIdentity {
  /** ISO time since when the process owns the folder. */
  since: string;
  /** The programs that the process has started in the folder. */
  programs: ProcessIdentity[];
}

/** Another live process, or this one, owns the folder. */
export class FolderInUseError extends Error {
  constructor(dir: string, what: string, owner: FolderOwner) {
    super(
      `${what} is already running in ${dir}: process ${owner.pid} started it at ${owner.since}. ` +
        `Stop that one first, or use another folder.`,
    );
    this.name = 'FolderInUseError';
  }
}

/** After a crash of their parent, programs exit within their grace period of 10 s. */
const LEFTOVER_EXIT_TIMEOUT_MS = 20_000;

const ownerFile = (dir: string) => join(dir, 'owner.json');

/** Whether the folder has an owner, or had one that crashed. */
export const hasOwnerFile = (dir: string): boolean =>
  existsSync(ownerFile(dir));

async function readOwner(dir: string): Promise<FolderOwner | undefined> {
  const text = await readFile(ownerFile(dir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as FolderOwner);
}

/** The live owner of a folder, if any. */
export async function findFolderOwner(
  dir: string,
): Promise<FolderOwner | undefined> {
  const owner = await readOwner(dir);
  return owner && isAlive(owner) ? owner : undefined;
}

/** Written synchronously, so that every running program is recorded at all times. */
function writeOwner(dir: string, owner: FolderOwner): void {
  writeFileAtomic(ownerFile(dir), `${JSON.stringify(owner)}\n`, {
    mode: 0o600,
    fsync: false,
  });
}

/**
 * Records this process as the owner, together with the programs left by a crashed owner. Only one process does so at
 * a time.
 */
async function acquireOwnerFile(
  dir: string,
  what: string,
): Promise<FolderOwner> {
  const unlock = await lock(dir, {
    lockfilePath: join(dir, 'owner.lock'),
    retries: { retries: 50, minTimeout: 100, maxTimeout: 500 },
    stale: 5_000,
    // The lock is held for milliseconds. After a long suspension of this process another one may have taken over; the
    // default would crash this process.
    onCompromised: () => undefined,
  });
  try {
    const last = await readOwner(dir);
    if (last && isAlive(last)) {
      throw new FolderInUseError(dir, what, last);
    }
    const self = {
      ...processIdentity(process.pid),
      since: new Date().toISOString(),
      programs: last?.programs.filter(isAlive) ?? [],
    };
    writeOwner(dir, self);
    return self;
  } finally {
    await unlock();
  }
}

/** A folder that is owned by this process. */
export interface FolderLock {
  /** Records a program that this process started in the folder: after a crash, the next owner waits for its exit. */
  addProgram(pid: number): void;
  release(): Promise<void>;
}

/**
 * Makes this process the owner of the folder (created if missing), and waits until no program of a crashed owner is
 * left.
 *
 * @param what - what runs in the folder, for messages: "Cluster apps"
 * @throws FolderInUseError when this or another live process already owns the folder; Error that names the programs
 * that do not exit; the signal's reason when aborted.
 */
export async function lockFolder(
  dir: string,
  what: string,
  signal?: AbortSignal,
): Promise<FolderLock> {
  await mkdir(dir, { recursive: true });
  const self = await acquireOwnerFile(dir, what);
  const leftovers = [...self.programs];
  try {
    await waitFor(() => !leftovers.some(isAlive), {
      what: `the programs of the last run have ended`,
      timeoutMs: LEFTOVER_EXIT_TIMEOUT_MS,
      signal,
    });
  } catch {
    // Gives up ownership but keeps the list of programs for the next owner.
    writeOwner(dir, { ...self, startedAt: 'gave up' });
    signal?.throwIfAborted();
    const pids = leftovers.filter(isAlive).map(({ pid }) => pid);
    throw new Error(
      `${what} cannot start in ${dir}: programs of its last run, which crashed, do not exit. ` +
        `End them with: kill -9 ${pids.join(' ')}`,
    );
  }
  return {
    release: () => rm(ownerFile(dir), { force: true }),
    addProgram(pid) {
      self.programs.push(processIdentity(pid));
      writeOwner(dir, self);
    },
  };
}
