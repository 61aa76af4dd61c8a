/** A copy without an object whose service namespace is unknown when it is to be scanned again. */
import type { Unstructured } from '@klutch/kube';
import { IssueTracker } from '../../../feedback/IssueTracker';
import { watchLagToleranceMs } from '../../../feedback/issueKinds';
import { MutationCache } from '../../../mutationCache';
import { annotations } from '../../../markers';
import { pins, thing } from '../../../testing/objects';
import { orphanIssue } from './orphanIssue';
import type { ReconcileScope } from '../reconcileScope';

const key = 'team-a/gone';

function orphanFixture() {
  const fixture = {
    now: 0,
    known: true,
    copy: thing({
      namespace: 'cluster-x-team-a',
      name: 'gone',
      annotations: { [annotations.consumerCluster]: pins.consumerCluster },
    }) as Unstructured | undefined,
  };
  const issueTracker = new IssueTracker(
    {
      changed() {},
      failure: () => undefined,
      keys: () => [key],
      hasSynced: () => true,
      enqueue() {},
    },
    undefined,
    () => fixture.now,
  );
  const scope = {
    key,
    objectKey: { namespace: 'team-a', name: 'gone' },
    state: {
      providerMutations: new MutationCache(),
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
  } as unknown as ReconcileScope;
  const runScan = () =>
    issueTracker.track(key, async result => {
      result.issue = orphanIssue(scope);
    });
  return { fixture, issueTracker, runScan };
}

it('the initial scan ends though a service namespace is recreated while an orphan in it is pending', async () => {
  const { fixture, issueTracker, runScan } = orphanFixture();
  issueTracker.start();
  expect(await runScan()).toBe(watchLagToleranceMs);
  fixture.now = watchLagToleranceMs;
  fixture.known = false;
  expect(await runScan()).toBeUndefined();
  // The service namespace is known again, and the copy is deleted: existing
  // objects and former issues are scanned.
  fixture.known = true;
  fixture.copy = undefined;
  for (const found of issueTracker.keys()) {
    expect(found).toBe(key);
    await runScan();
  }
  expect(issueTracker.report().orphans).toEqual({ count: 0, names: [] });
});
