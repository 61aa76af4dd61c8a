// How much slower the processor of this machine is now than the one that limits of processor time are for.

/** Median on the reference machine, that of the konnector's bench: its bare loop creates 350 objects a second there. */
const referenceMs = 4.5;
const rounds = 40;
const objects = 2_000;

/** What the portal mostly does: text becomes objects, which are sorted and become text again. */
function work(text: string): void {
  const parsed = JSON.parse(text) as { metadata: { name: string } }[];
  parsed.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  JSON.stringify(parsed);
}

const sample = (): string =>
  JSON.stringify(
    Array.from({ length: objects }, (_, index) => ({
      metadata: {
        // Any fixed order that is not that of the names.
        name: `instance-${(index * 7_919) % objects}`,
        namespace: `team-${index % 40}`,
        labels: { app: `app-${index}` },
      },
      spec: { plan: 'small', parameters: { max_connections: index } },
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    })),
  );

/**
 * At least 1, because limits are not reduced on a faster machine. Takes half a second; longer on a busy machine, which
 * counts as slower.
 */
export function processorSlowness(): number {
  const text = sample();
  const times = Array.from({ length: rounds }, () => {
    const startMs = performance.now();
    work(text);
    return performance.now() - startMs;
  });
  const [median = referenceMs] = times.sort((a, b) => a - b).slice(rounds / 2);
  return Math.max(1, median / referenceMs);
}
