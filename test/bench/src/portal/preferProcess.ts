// Priority of a measured process, for benches whose servers take the whole machine.
import { constants, setPriority } from 'node:os';

/**
 * Lets the process run as soon as it has work, so that the time it waits for the servers of the bench is not measured.
 * Without the right to do so, which only root has, the process keeps its priority.
 */
export function preferProcess(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_HIGH);
  } catch {
    // The figures are those of a busy machine then.
  }
}
