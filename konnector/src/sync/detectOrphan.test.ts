/** A copy without an object whose service namespace is not known when it is time to look again. */
import type { Unstructured } from '@klutch/kube';
import { IssueTracker } from '../feedback/IssueTracker';
import { watchLagToleranceMs } from '../feedback/IssueCounter';
import { MutationCache } from '../mutationCache';
import { annotations } from '../markers';
import { pins, thing } from '../testing/objects';
import { detectOrphan } from './detectOrphan';
import type { Run } from './run';

const key = 'team-a/gone';

function orphaned() {
  const world = {
    now: 0,
    known: true,
    copy: thing({
      namespace: 'cluster-x-team-a',
      name: 'gone',
      annotations: { [annotations.consumerCluster]: pins.consumerCluster },
    }) as Unstructured | undefined,
  };
  const waits: number[] = [];
  const findings = new IssueTracker({
    changed() {},
    failure: () => undefined,
    keys: () => [key],
    isComplete: () => true,
    enqueue() {},
    now: () => world.now,
  });
  const run = {
    key,
    where: { namespace: 'team-a', name: 'gone' },
    context: { requeueAfter: (ms: number) => void waits.push(ms) },
    state: {
      tallies: findings.counters,
      providerView: new MutationCache(),
      parts: {
        pins,
        mapping: {
          marks: { annotations: {} },
          place: () => ({
            at: 'ready',
            key: { namespace: 'cluster-x-team-a', name: 'gone' },
          }),
        },
        providers: { known: () => world.known, get: () => world.copy },
      },
    },
  } as unknown as Run;
  const look = () => findings.scan(key, async () => detectOrphan(run));
  return { world, waits, findings, look };
}

it('a first look ends though a service namespace is made anew while an orphan in it has yet to last', async () => {
  const { world, waits, findings, look } = orphaned();
  findings.start();
  await look();
  expect(waits).toEqual([watchLagToleranceMs]);
  world.now = watchLagToleranceMs;
  world.known = false;
  await look();
  expect(waits).toHaveLength(1);
  // It is known again, and the copy is gone: what is looked at then is what is there, and what was found.
  world.known = true;
  world.copy = undefined;
  for (const found of findings.counters.names()) {
    expect(found).toBe(key);
    await look();
  }
  expect(findings.report().orphans).toEqual({ count: 0, names: [] });
});
