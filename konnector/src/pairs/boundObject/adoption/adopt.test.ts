/** A stale cache never creates an object: adoption reads live. */
import { ApiError, type KubeObject, type Unstructured } from '@klutch/kube';
import { MutationCache } from '../../../mutationCache';
import { SyncMetrics } from '../../../metrics/syncMetrics';
import { PairMemories } from '../../PairMemories';
import type { ReconcileScope } from '../reconcileScope';
import { thing } from '../../../testing/objects';
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

/** The reconcile scope of `team-a/a`, whose copy in the provider cache is {@link origin}. */
function scopeWith(facts: {
  live: Unstructured | undefined;
  create?: () => Promise<never>;
  /** The namespace in the app cluster's cache. */
  namespace?: KubeObject;
}) {
  const made: Unstructured[] = [];
  const asked: unknown[] = [];
  const waits: number[] = [];
  const copyKey = { namespace: 'x-team-a', name: 'a' };
  const scope = {
    key: 'team-a/a',
    objectKey: { namespace: 'team-a', name: 'a' },
    result: {},
    context: {
      logger: { info: () => undefined, warn: () => undefined },
      requeueAfter: (ms: number) => waits.push(ms),
    },
    state: {
      consumerMutations: new MutationCache(),
      providerMutations: new MutationCache(),
      memories: new PairMemories(),
      syncMetrics: new SyncMetrics('things.example.com', undefined),
      mapping: {
        consumer: resource,
        provider: resource,
        marks: { annotations: {} },
        locate: () => ({ at: 'ready', key: copyKey }),
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
  } as unknown as ReconcileScope;
  return { scope, made, asked, waits };
}

describe('adopt', () => {
  it('creates the object for an existing origin', async () => {
    const { scope, made } = scopeWith({ live: origin });
    expect(await adopt(scope)).toBe(true);
    expect(made).toHaveLength(1);
  });

  it.each([
    ['gone', undefined],
    ['being deleted', thing({ ...origin.metadata, deletionTimestamp: 'x' })],
    [
      'bound',
      thing({
        ...origin.metadata,
        annotations: { 'klutch.anynines.com/bound': 'true' },
      }),
    ],
  ])('creates nothing for an origin that is %s by now', async (_how, live) => {
    const { scope, made } = scopeWith({ live });
    expect(await adopt(scope)).toBe(false);
    expect(made).toEqual([]);
    expect(scope.result).toEqual({});
  });

  it.each([
    [409, 'AlreadyExists', 1_000],
    [404, 'NotFound', 60_000],
    [403, 'Forbidden', 60_000],
    [422, 'Invalid', 600_000],
  ])('requeues when the answer is %s %s', async (code, reason, wait) => {
    const create = () => Promise.reject(refusal(code, reason));
    const { scope, waits } = scopeWith({ live: origin, create });
    expect(await adopt(scope)).toBe(false);
    expect(waits).toEqual([wait]);
  });

  it.each([
    [403, 'Forbidden'],
    [422, 'Invalid'],
  ])(
    'reports %i on the binding, as there is no object for an Event',
    async (code, why) => {
      const create = () => Promise.reject(refusal(code, why));
      const { scope } = scopeWith({ live: origin, create });
      await adopt(scope);
      expect(scope.result.issue).toEqual({
        kind: 'refused',
        why: expect.stringContaining(why),
      });
    },
  );

  it('reports repeated failures of the app cluster on the binding', async () => {
    const create = () => Promise.reject(refusal(500, 'webhook'));
    const { scope, waits } = scopeWith({ live: origin, create });
    for (let attempt = 1; attempt < 6; attempt += 1) {
      scope.result = {};
      await adopt(scope);
      expect(scope.result).toEqual({
        problem: expect.stringContaining('webhook'),
      });
    }
    scope.result = {};
    await adopt(scope);
    expect(scope.result).toEqual({
      issue: { kind: 'refused', why: expect.stringContaining('webhook') },
    });
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200]);
  });

  it.each([
    ['gone', undefined],
    ['terminating', thing({ deletionTimestamp: 'x' })],
  ])('sends nothing while the namespace is %s', async (_how, namespace) => {
    const { scope, made, asked, waits } = scopeWith({
      live: origin,
      namespace,
    });
    expect(await adopt(scope)).toBe(false);
    expect([...made, ...asked, ...waits]).toEqual([]);
    expect(scope.result).toEqual({});
  });

  it('reports nothing for a missing or terminating namespace, even if the cache does not show it yet', async () => {
    const terminating = new ApiError({
      code: 403,
      reason: 'Forbidden',
      message: 'it is being terminated',
      causes: [{ reason: 'NamespaceTerminating', message: 'x' }],
    });
    for (const answer of [terminating, refusal(404, 'NotFound')]) {
      const create = () => Promise.reject(answer);
      const { scope, waits } = scopeWith({ live: origin, create });
      expect(await adopt(scope)).toBe(false);
      expect(scope.result).toEqual({});
      expect(waits).toEqual([60_000]);
    }
  });
});
