/**
 * One running cluster a folder: the folder is owned by the process that runs it, until that process lets go or is gone.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { waitFor } from './waitFor';

/** A process; a later one with the same pid has another start. */
interface ProcessIdentity {
  pid: number;
  /** When it started, in the system's own words. */
  startedAt: string;
}

/** The process that runs the cluster of a folder. */
export interface Owner extends ProcessIdentity {
  /** ISO time since when it owns the folder. */
  since: string;
  /** The programs it has started for the cluster. */
  programs: ProcessIdentity[];
}

/** After a crash of their parent, programs end within their grace period of 10 s. */
const LEFTOVER_EXIT_TIMEOUT_MS = 20_000;

const ownerFile = (dir: string) => join(dir, 'owner.json');

/** Whether the folder has, or had until a crash, an owner. */
export const hasOwnerFile = (dir: string): boolean =>
  existsSync(ownerFile(dir));

/** When a process started, or `undefined` when there is none with this pid (a zombie counts as none). */
export function processStartTime(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/stat')) {
      // The second field, the program's name in brackets, may hold spaces and brackets.
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

/** The live owner of a folder, if it has one. */
export async function findOwner(dir: string): Promise<Owner | undefined> {
  const owner = await readOwner(dir);
  return owner && isAlive(owner) ? owner : undefined;
}

/** At once, so that there is no moment in which a program runs and nobody knows. */
function writeOwner(dir: string, owner: Owner): void {
  const file = ownerFile(dir);
  writeFileSync(`${file}.new`, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Writes this process down as the owner, with what programs a crashed one has left. One process does so at a time. */
async function acquireOwnerFile(dir: string, what: string): Promise<Owner> {
  const unlock = await lock(dir, {
    lockfilePath: join(dir, 'owner.lock'),
    retries: { retries: 50, minTimeout: 100, maxTimeout: 500 },
    stale: 5_000,
    // Held for milliseconds; see installOnce for why losing it is no reason to crash.
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

/** A folder that this process owns now. */
export interface Ownership {
  /** Writes down that a program runs for the cluster: after a crash, the next owner waits for its end. */
  addProgram(pid: number): void;
  release(): Promise<void>;
}

/**
 * Makes this process the owner of the folder (created if need be), and waits until no program of a crashed owner is left.
 *
 * @throws Error that names the owner when another live process, or this one, owns it already; Error that names the
 * programs that do not end; the signal's reason when aborted.
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
    // Not an owner any more, but the next one shall know of the programs.
    writeOwner(dir, { ...self, startedAt: 'gave up' });
    signal?.throwIfAborted();
    const pids = leftovers.filter(isAlive).map(({ pid }) => pid);
    throw new Error(
      `${what} cannot start in ${dir}: programs of its last run, which crashed, do not end. ` +
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
