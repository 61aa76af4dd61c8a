// Time bounds that also hold on a busy machine.

/** Processor time of this process for a call, in milliseconds. */
export function cpuTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
