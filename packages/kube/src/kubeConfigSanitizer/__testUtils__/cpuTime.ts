// Bounds on time that hold on a busy machine, too.

/** What something costs this process, in milliseconds of its own time. */
export function cpuTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
