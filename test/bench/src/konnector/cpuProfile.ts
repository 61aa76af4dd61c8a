// Summarizes a CPU profile of V8 (`--cpu-prof`) by function.

/** The fields of a .cpuprofile that are read. */
export interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
  }[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

export interface Cost {
  /** `function (file:line)` */
  where: string;
  /** Share of the busy time that was spent in the function itself. */
  share: number;
}

const notWork = new Set(['(idle)', '(root)', '(program)']);

function nameOf({
  functionName,
  url,
  lineNumber,
}: CpuProfile['nodes'][number]['callFrame']): string {
  const file = url.split('/').pop();
  const name = functionName || '(anonymous)';
  return file ? `${name} (${file}:${lineNumber + 1})` : name;
}

/** The functions with the largest self time. */
export function topCosts(profile: CpuProfile, count: number): Cost[] {
  const names = new Map(
    profile.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]),
  );
  const times = new Map<string, number>();
  profile.samples.forEach((id, index) => {
    const name = names.get(id) ?? '';
    if (notWork.has(name)) return;
    const time = profile.timeDeltas[index] ?? 0;
    times.set(name, (times.get(name) ?? 0) + time);
  });
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([where, time]) => ({ where, share: time / all }));
}
