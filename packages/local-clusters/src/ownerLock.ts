/** Allows one running cluster per folder: a process owns the folder until it releases the folder or exits. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { waitFor } from './waitFor';

/** A process, distinguished by its start time from a later one with the same pid. */
interface ProcessIdentity {
  pid: number;
  /** Start time, in the system's own format. */
  startedAt: string;
}

/** The process that runs the cluster of a folder. */
export interface Owner extends ProcessIdentity {
  /** ISO time since when the process owns the folder. */
  since: string;
  /** The programs that the process has started for the cluster. */
  programs: ProcessIdentity[];
}

/** After a crash of their parent, programs exit within their grace period of 10 s. */
const LEFTOVER_EXIT_TIMEOUT_MS = 20_000;

const ownerFile = (dir: string) => join(dir, 'owner.json');

/** Whether the folder has an owner, or had one that crashed. */
export const hasOwnerFile = (dir: string): boolean =>
  existsSync(ownerFile(dir));

/** Start time of a process; `undefined` when no process has this pid (zombies are ignored). */
export function processStartTime(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/stat')) {
      // The second field, the program's name in parentheses, may contain spaces and parentheses.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? undefined : fields[19];
    }
    const [state, ...start] = execFileSync(
      'ps',
      ['-o', 'state=,lstart=', '-p', `${pid}`],
      { encoding: 'utf8' },
    )
      .trim()
      .split(/\s+/);
    return state?.startsWith('Z') ? undefined : start.join(' ') || undefined;
  } catch {
    return undefined;
  }
}

const isAlive = ({ pid, startedAt }: ProcessIdentity) =>
  processStartTime(pid) === startedAt;

const processIdentity = (pid: number): ProcessIdentity => ({
  pid,
  startedAt: processStartTime(pid) ?? '',
});

async function readOwner(dir: string): Promise<Owner | undefined> {
  const text = await readFile(ownerFile(dir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Owner);
}

/** The live owner of a folder, if any. */
export async function findOwner(dir: string): Promise<Owner | undefined> {
  const owner = await readOwner(dir);
  return owner && isAlive(owner) ? owner : undefined;
}

/** Written synchronously, so that every running program is recorded at all times. */
function writeOwner(dir: string, owner: Owner): void {
  const file = ownerFile(dir);
  writeFileSync(`${file}.new`, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * Records this process as the owner, together with the programs left by a crashed owner. Only one process does so at
 * a time.
 */
async function acquireOwnerFile(dir: string, what: string): Promise<Owner> {
  const unlock = await lock(dir, {
    lockfilePath: join(dir, 'owner.lock'),
    retries: { retries: 50, minTimeout: 100, maxTimeout: 500 },
    stale: 5_000,
    // The lock is held for milliseconds; see installOnce for why losing the lock must not crash the process.
    onCompromised: () => undefined,
  });
  try {
    const last = await readOwner(dir);
    if (last && isAlive(last)) {
      throw new Error(
        `${what} is already running in ${dir}: process ${last.pid} started it at ${last.since}. ` +
          `Stop that one first, or use another folder.`,
      );
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
export interface Ownership {
  /** Records a program of the cluster: after a crash, the next owner waits for its exit. */
  addProgram(pid: number): void;
  release(): Promise<void>;
}

/**
 * Makes this process the owner of the folder (created if missing), and waits until no program of a crashed owner is
 * left.
 *
 * @throws Error that names the owner when this or another live process already owns the folder; Error that names the
 * programs that do not exit; the signal's reason when aborted.
 */
export async function acquireOwnership(
  dir: string,
  what: string,
  signal?: AbortSignal,
): Promise<Ownership> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
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
