/** Records the processes of an instance, and stops those that a killed provider left. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  ProcessIdentity,
  isAlive,
  processIdentity,
  writeFileAtomic,
} from '@klutch/local-processes';
import { readRecord } from './records';

interface RecordedProcess extends ProcessIdentity {
  stopSignal: NodeJS.Signals;
}

/** The watchdog of a process that lost its provider sends the stop signal, too. */
const stopTimeoutMs = 10_000;
const killTimeoutMs = 5_000;

/** Replaces the recorded processes. Synchronous, so that a running process is always recorded. */
export function recordProcesses(
  file: string,
  processes: readonly { pid: number; stopSignal: NodeJS.Signals }[],
): void {
  const recorded: RecordedProcess[] = processes.map(({ pid, stopSignal }) => ({
    ...processIdentity(pid),
    stopSignal,
  }));
  writeFileAtomic(file, `${JSON.stringify(recorded)}\n`, { fsync: false });
}

async function exitsWithin(
  leftover: ProcessIdentity,
  ms: number,
): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (isAlive(leftover)) {
    if (Date.now() > deadline) return false;
    await wait(25);
  }
  return true;
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Stops the recorded processes that still run, in reverse order of their start. Does nothing without the file. */
export async function stopLeftoverProcesses(file: string): Promise<void> {
  const recorded = (await readRecord<RecordedProcess[]>(file)) ?? [];
  for (const leftover of recorded.reverse()) {
    if (!isAlive(leftover)) continue;
    signalProcess(leftover.pid, leftover.stopSignal);
    if (await exitsWithin(leftover, stopTimeoutMs)) continue;
    // Each process leads a group.
    signalProcess(-leftover.pid, 'SIGKILL');
    await exitsWithin(leftover, killTimeoutMs);
  }
}
