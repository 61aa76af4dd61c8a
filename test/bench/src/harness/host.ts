// Describes the machine of a result, without its name, and whether the machine was idle.
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

export interface Host {
  cpu: string;
  cores: number;
  memoryGiB: number;
  platform: string;
  kernel: string;
  node: string;
  /** Time of the measurement, RFC 3339. */
  measuredAt: string;
  /** Load averages of 1, 5 and 15 minutes, before the run. */
  loadBefore: number[];
  /** Share of the time of all cores that was in use before the run. */
  busyBefore: number;
  /** Share of time that the hypervisor gave to other machines, before and during the run; null where unknown. */
  stealBefore: number | null;
  stealDuring: number | null;
  /** Whether the machine was idle enough for reliable figures, by the fields above. */
  quiet: boolean;
}

/** Ticks of all cores since boot. */
export interface CpuTicks {
  total: number;
  idle: number;
  steal: number | null;
}

/** Parses the first line of /proc/stat: user nice system idle iowait irq softirq steal. */
export function parseStat(stat: string): CpuTicks {
  const [line = ''] = stat.split('\n');
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  return {
    total: ticks.reduce((sum, value) => sum + value, 0),
    idle: (ticks[3] ?? 0) + (ticks[4] ?? 0),
    steal: ticks[7] ?? null,
  };
}

export function cpuTicks(): CpuTicks {
  if (platform() === 'linux') {
    return parseStat(readFileSync('/proc/stat', 'utf8'));
  }
  const times = cpus().map(cpu => cpu.times);
  return {
    total: times.reduce(
      (sum, { user, nice, sys, idle, irq }) =>
        sum + user + nice + sys + idle + irq,
      0,
    ),
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    steal: null,
  };
}

/** Shares of the time between two readings. */
export function sharesBetween(
  before: CpuTicks,
  after: CpuTicks,
): { busy: number; steal: number | null } {
  const total = after.total - before.total;
  const share = (ticks: number) => (total > 0 ? ticks / total : 0);
  return {
    busy: share(total - (after.idle - before.idle)),
    steal:
      before.steal === null || after.steal === null
        ? null
        : share(after.steal - before.steal),
  };
}

const quietBusy = 0.1;
const quietSteal = 0.02;
const quietLoadPerCore = 0.5;

const round = (value: number) => Number(value.toFixed(3));

/** Samples the machine for a moment. `finish` adds the shares of the time since then. */
export async function sampleHost(
  sampleMs = 3_000,
): Promise<{ host: Host; finish(): Host }> {
  const loadBefore = loadavg().map(round);
  const first = cpuTicks();
  await wait(sampleMs);
  const second = cpuTicks();
  const { busy, steal } = sharesBetween(first, second);
  const cores = cpus().length;
  const host: Host = {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${platform()} ${arch()}`,
    kernel: release(),
    node: process.version,
    measuredAt: new Date().toISOString(),
    loadBefore,
    busyBefore: round(busy),
    stealBefore: steal === null ? null : round(steal),
    stealDuring: null,
    quiet:
      busy < quietBusy &&
      (steal ?? 0) < quietSteal &&
      (loadBefore[0] ?? 0) / cores < quietLoadPerCore,
  };
  return {
    host,
    finish() {
      const during = sharesBetween(second, cpuTicks()).steal;
      return { ...host, stealDuring: during === null ? null : round(during) };
    },
  };
}
