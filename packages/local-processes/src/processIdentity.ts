/** Whether a process that was seen before still runs. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A process, distinguished by its start time from a later one with the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Start time, in the system's own format. */
  startedAt: string;
}

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

/** Whether exactly this process still runs. */
export const isAlive = ({ pid, startedAt }: ProcessIdentity) =>
  processStartTime(pid) === startedAt;

/** The process that has this pid now. */
export const processIdentity = (pid: number): ProcessIdentity => ({
  pid,
  startedAt: processStartTime(pid) ?? '',
});
