/** What the caches say is no reason to make an object: whatever happened since counts. */
import { ApiError, type KubeObject, type Unstructured } from '@klutch/kube';
import { MutationCache } from '../../mutationCache';
import { createIssueCounters } from '../../feedback/IssueCounters';
import { emptyReport } from '../../feedback/IssueReport';
import { SyncMetrics } from '../../metrics/syncMetrics';
import { ObjectMemories } from '../memory/objectMemory';
import type { Run } from '../run';
import { thing } from '../../testing/objects';
import { adopt } from './adopt';

const resource = {
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: true,
};
const origin = thing({ namespace: 'x-team-a', uid: 'p1' });
const refusal = (code: number, reason: string) =>
  new ApiError({ code, reason, message: reason });

/** One run for `team-a/a`, of which the provider's cache knows {@link origin}. */
function runWith(facts: {
  live: Unstructured | undefined;
  create?: () => Promise<never>;
  /** Of the app cluster, as the konnector knows it. */
  namespace?: KubeObject;
}) {
  const made: Unstructured[] = [];
  const asked: unknown[] = [];
  const waits: number[] = [];
  const issueCounters = createIssueCounters({ changed: () => undefined });
  const place = { namespace: 'x-team-a', name: 'a' };
  const run = {
    key: 'team-a/a',
    objectKey: { namespace: 'team-a', name: 'a' },
    scanResult: {},
    context: {
      logger: { info: () => undefined, warn: () => undefined },
      requeueAfter: (ms: number) => waits.push(ms),
    },
    state: {
      consumerMutations: new MutationCache(),
      providerMutations: new MutationCache(),
      memories: new ObjectMemories(),
      issueCounters,
      syncMetrics: new SyncMetrics('things.example.com', undefined),
      parts: {
        mapping: {
          consumer: resource,
          provider: resource,
          marks: { annotations: {} },
          locate: () => ({ at: 'ready', key: place }),
        },
        consumers: { get: () => undefined },
        namespaces: {
          get: () => ('namespace' in facts ? facts.namespace : thing()),
        },
        providers: { hasSynced: () => true, get: () => origin },
        providerClient: {
          async get(...what: unknown[]) {
            asked.push(what);
            return facts.live;
          },
        },
        consumerClient: {
          create: async (_resource: unknown, object: Unstructured) => {
            await facts.create?.();
            made.push(object);
            return object;
          },
        },
      },
    },
  } as unknown as Run;
  return {
    run,
    made,
    asked,
    waits,
    refused: () => issueCounters.refused.report(),
  };
}

describe('adopt', () => {
  it('makes the object of what is still there', async () => {
    const { run, made } = runWith({ live: origin });
    expect(await adopt(run)).toBe(true);
    expect(made).toHaveLength(1);
  });

  it.each([
    ['gone', undefined],
    ['dying', thing({ ...origin.metadata, deletionTimestamp: 'x' })],
    [
      'bound',
      thing({
        ...origin.metadata,
        annotations: { 'klutch.anynines.com/bound': 'true' },
      }),
    ],
  ])('makes nothing of what is %s by now', async (_how, live) => {
    const { run, made, refused } = runWith({ live });
    run.state.issueCounters.refused.add(run.key, 'before');
    expect(await adopt(run)).toBe(false);
    expect(made).toEqual([]);
    expect(refused()).toEqual(emptyReport);
  });

  it.each([
    [409, 'AlreadyExists', 1_000],
    [404, 'NotFound', 60_000],
    [403, 'Forbidden', 60_000],
    [422, 'Invalid', 600_000],
  ])('comes again when the answer is %s %s', async (code, reason, wait) => {
    const create = () => Promise.reject(refusal(code, reason));
    const { run, waits } = runWith({ live: origin, create });
    expect(await adopt(run)).toBe(false);
    expect(waits).toEqual([wait]);
  });

  it.each([
    [403, 'Forbidden'],
    [422, 'Invalid'],
  ])('has the binding tell of %i, as nobody else would', async (code, why) => {
    const create = () => Promise.reject(refusal(code, why));
    const { run, refused } = runWith({ live: origin, create });
    await adopt(run);
    expect(refused()).toEqual({
      count: 1,
      names: ['team-a/a'],
      why: expect.stringContaining(why),
    });
  });

  it('has the binding tell that the app cluster fails again and again', async () => {
    const create = () => Promise.reject(refusal(500, 'webhook'));
    const { run, waits, refused } = runWith({ live: origin, create });
    for (let attempt = 1; attempt < 6; attempt += 1) {
      run.scanResult = {};
      await adopt(run);
      expect(run.scanResult.problem).toContain('webhook');
    }
    expect(refused()).toEqual(emptyReport);
    run.scanResult = {};
    await adopt(run);
    expect(run.scanResult).toEqual({});
    expect(refused().why).toContain('webhook');
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200]);
  });

  it.each([
    ['gone', undefined],
    ['going', thing({ deletionTimestamp: 'x' })],
  ])('asks nothing while the namespace is %s', async (_how, namespace) => {
    const { run, made, asked, waits, refused } = runWith({
      live: origin,
      namespace,
    });
    run.state.issueCounters.refused.add(run.key, 'before');
    expect(await adopt(run)).toBe(false);
    expect([...made, ...asked, ...waits]).toEqual([]);
    expect(refused()).toEqual(emptyReport);
  });

  it('tells nothing of a namespace that is gone or going, though it is not known yet', async () => {
    const going = new ApiError({
      code: 403,
      reason: 'Forbidden',
      message: 'it is being terminated',
      causes: [{ reason: 'NamespaceTerminating', message: 'x' }],
    });
    for (const answer of [going, refusal(404, 'NotFound')]) {
      const create = () => Promise.reject(answer);
      const { run, waits, refused } = runWith({ live: origin, create });
      run.state.issueCounters.refused.add(run.key, 'before');
      expect(await adopt(run)).toBe(false);
      expect(refused()).toEqual(emptyReport);
      expect(waits).toEqual([60_000]);
    }
  });
});
