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
  const fixture = {
    now: 0,
    known: true,
    copy: thing({
      namespace: 'cluster-x-team-a',
      name: 'gone',
      annotations: { [annotations.consumerCluster]: pins.consumerCluster },
    }) as Unstructured | undefined,
  };
  const waits: number[] = [];
  const issueTracker = new IssueTracker({
    changed() {},
    failure: () => undefined,
    keys: () => [key],
    isComplete: () => true,
    enqueue() {},
    now: () => fixture.now,
  });
  const run = {
    key,
    objectKey: { namespace: 'team-a', name: 'gone' },
    context: { requeueAfter: (ms: number) => void waits.push(ms) },
    state: {
      issueCounters: issueTracker.counters,
      providerMutations: new MutationCache(),
      parts: {
        pins,
        mapping: {
          marks: { annotations: {} },
          locate: () => ({
            at: 'ready',
            key: { namespace: 'cluster-x-team-a', name: 'gone' },
          }),
        },
        providers: { hasSynced: () => fixture.known, get: () => fixture.copy },
      },
    },
  } as unknown as Run;
  const look = () => issueTracker.scan(key, async () => detectOrphan(run));
  return { fixture, waits, issueTracker, look };
}

it('a first look ends though a service namespace is made anew while an orphan in it has yet to last', async () => {
  const { fixture, waits, issueTracker, look } = orphaned();
  issueTracker.start();
  await look();
  expect(waits).toEqual([watchLagToleranceMs]);
  fixture.now = watchLagToleranceMs;
  fixture.known = false;
  await look();
  expect(waits).toHaveLength(1);
  // It is known again, and the copy is gone: what is looked at then is what is there, and what was found.
  fixture.known = true;
  fixture.copy = undefined;
  for (const found of issueTracker.counters.names()) {
    expect(found).toBe(key);
    await look();
  }
  expect(issueTracker.report().orphans).toEqual({ count: 0, names: [] });
});
