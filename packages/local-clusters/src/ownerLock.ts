/**
 * One running cluster a folder: the folder is owned by the process that runs it, until that process lets go or is gone.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { writePrivateFile } from './clusterDirectory';

/** The process that runs the cluster of a folder. */
export interface Owner {
  pid: number;
  /** When that process started, in the system's own words: a later process with the same pid differs in it. */
  startedAt: string;
  /** ISO time since when it owns the folder. */
  since: string;
}

const ownerFile = (dir: string) => join(dir, 'owner.json');

/** Whether the folder has, or had until a crash, an owner. */
export const wasOwned = (dir: string): boolean => existsSync(ownerFile(dir));

/** When a process started, or `undefined` when there is none with this pid (a zombie counts as none). */
export function processStart(pid: number): string | undefined {
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

/** The live owner of a folder, if it has one. */
export async function findOwner(dir: string): Promise<Owner | undefined> {
  const text = await readFile(ownerFile(dir), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const owner = JSON.parse(text) as Owner;
  return processStart(owner.pid) === owner.startedAt ? owner : undefined;
}

/** A folder that this process owns now. */
export interface Ownership {
  /** True when the last owner vanished without letting go. */
  recovered: boolean;
  release(): Promise<void>;
}

/**
 * Makes this process the owner of the folder (created if need be).
 *
 * @throws Error that names the owner when another live process, or this one, owns it already.
 */
export async function acquireOwnership(
  dir: string,
  what: string,
): Promise<Ownership> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const release = await lock(dir, {
    lockfilePath: join(dir, 'owner.lock'),
    retries: { retries: 50, minTimeout: 100, maxTimeout: 500 },
    stale: 5_000,
    // Held for milliseconds; see obtainOnce for why losing it is no reason to crash.
    onCompromised: () => undefined,
  });
  try {
    const owner = await findOwner(dir);
    if (owner) {
      throw new Error(
        `${what} is already running in ${dir}: process ${owner.pid} started it at ${owner.since}. ` +
          `Stop that one first, or use another folder.`,
      );
    }
    const recovered = wasOwned(dir);
    const self: Owner = {
      pid: process.pid,
      startedAt: processStart(process.pid) ?? '',
      since: new Date().toISOString(),
    };
    await writePrivateFile(ownerFile(dir), `${JSON.stringify(self)}\n`);
    return { recovered, release: () => rm(ownerFile(dir), { force: true }) };
  } finally {
    await release();
  }
}
