// What a result was measured on, without naming the machine, and whether the machine was quiet.
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
  /** RFC 3339. */
  measuredAt: string;
  /** Of 1, 5 and 15 minutes, before the run. */
  loadBefore: number[];
  /** Share of all cores that was at work before the run. */
  busyBefore: number;
  /** Share that the hypervisor gave to others, before and during the run; null where it cannot be known. */
  stealBefore: number | null;
  stealDuring: number | null;
  /** Whether figures can be trusted, by the above. */
  quiet: boolean;
}

/** Ticks of all cores since the machine started. */
export interface CpuTicks {
  total: number;
  idle: number;
  steal: number | null;
}

/** Reads the first line of /proc/stat: user nice system idle iowait irq softirq steal. */
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

/** Looks at the machine for a moment. `finish` adds what happened since then. */
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
