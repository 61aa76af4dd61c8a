/** An object that is deleted while the control plane rejects the deletion of its copy. */
import { ApiError, type KubeClient } from '@klutch/kube';
import { mappingOf } from '../../mapping/mappingOf';
import type {
  LiveServiceNamespace,
  ServiceNamespaces,
} from '../../namespaces/ServiceNamespaces';
import { pins, thing } from '../../testing/objects';
import { finalizeObject } from './finalizeObject';
import { SyncMetrics } from '../../metrics/syncMetrics';
import { PairMemories } from '../PairMemories';
import type { ReconcileScope } from './reconcileScope';

const things = {
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: true,
};
const object = thing({
  namespace: 'team-a',
  name: 'a',
  deletionTimestamp: '2026-01-01T00:00:00Z',
  finalizers: ['klutch.anynines.com/syncer'],
});
const copy = thing({
  namespace: 'x-team-a',
  name: 'a',
  uid: 'p1',
  resourceVersion: '7',
  annotations: { 'klutch.anynines.com/consumer-cluster': 'cluster-uid' },
});

/**
 * @param refused - the write that is rejected, or `read` on the app cluster; `away`: everything on the control plane.
 */
function scopeAgainst(
  refusal: Error,
  {
    refused = 'delete',
    object: live = object,
    serviceNamespace = {
      at: 'ready',
      name: 'x-team-a',
    } as LiveServiceNamespace,
  } = {},
) {
  const reported: string[] = [];
  const again: number[] = [];
  const wrote: string[] = [];
  const refuse = async () => {
    throw refusal;
  };
  const scope = {
    key: 'team-a/a',
    objectKey: { namespace: 'team-a', name: 'a' },
    context: {
      logger: { warn: () => undefined },
      requeueAfter: (ms: number) => void again.push(ms),
    },
    state: {
      syncMetrics: new SyncMetrics('things', {
        wrote: (_api, write, _side, outcome) =>
          void wrote.push(`${write} ${outcome}`),
        synced: () => undefined,
      }),
      memories: new PairMemories(),
      consumerMutations: { recordWrite: () => undefined },
      crdName: 'things.example.com',
      mapping: mappingOf(things, 'Prefixed', { name: 'x', uid: 'n' }, {
        getLive: async () => serviceNamespace,
      } as unknown as ServiceNamespaces),
      pins,
      consumerClient: {
        async get({ plural }: { plural: string }) {
          if (plural !== 'things') return thing({ name: 'things.example.com' });
          return refused === 'read' ? refuse() : live;
        },
        mergePatch: refused === 'remove-finalizer' ? refuse : async () => live,
      } as unknown as KubeClient,
      providerClient: {
        get() {
          if (refused === 'away') return new Promise(() => undefined);
          if (refused === 'read-copy') return refuse();
          return Promise.resolve(
            refused === 'remove-finalizer' ? undefined : copy,
          );
        },
        delete: refuse,
      } as unknown as KubeClient,
      breaker: {
        isOpen: false,
        execute: async (_deletion: unknown, send: () => Promise<unknown>) => {
          await send();
          return true;
        },
      },
      events: {
        report: (_object: unknown, state: string, message: string) =>
          void reported.push(`${state}: ${message}`),
      },
    },
  } as unknown as ReconcileScope;
  return { scope, reported, wrote, again };
}

/** See {@link scopeAgainst}. */
async function finalizeAgainst(
  refusal: Error,
  { times = 1, ...options }: { refused?: string; times?: number } = {},
) {
  const { scope, ...seen } = scopeAgainst(refusal, options);
  for (let time = 1; time <= times; time += 1) {
    await expect(finalizeObject(scope, object, object)).rejects.toBe(refusal);
  }
  return seen;
}

const answer = (code: number, message: string) =>
  new ApiError({ code, reason: 'x', message });

it.each([
  [403, 'Forbidden'],
  [422, 'Rejected'],
])('reports %i in an Event of the object', async (code, state) => {
  const { reported } = await finalizeAgainst(answer(code, 'it is protected'));
  expect(reported).toEqual([
    expect.stringMatching(
      new RegExp(
        `^${state}: .*stays until its copy.*control plane.*it is protected`,
      ),
    ),
  ]);
});

it.each([
  [403, 'Forbidden'],
  [422, 'Rejected'],
])('reports it also when the app cluster answers %i', async (code, state) => {
  const { reported } = await finalizeAgainst(
    answer(code, 'a webhook says no'),
    {
      refused: 'remove-finalizer',
    },
  );
  expect(reported).toEqual([
    expect.stringMatching(
      new RegExp(
        `^${state}: .*stays until the konnector's finalizer.*app cluster.*a webhook says no`,
      ),
    ),
  ]);
});

it('reports it also when the app cluster forbids reading', async () => {
  const { reported } = await finalizeAgainst(answer(403, 'not yours'), {
    refused: 'read',
  });
  expect(reported).toEqual([
    expect.stringMatching(/^Forbidden: .*app cluster.*not yours/),
  ]);
});

it('removes the finalizer of an object whose copy is kept while the control plane does not answer', async () => {
  const kept = {
    ...object,
    metadata: {
      ...object.metadata,
      annotations: { 'klutch.anynines.com/deletion': 'keep' },
    },
  };
  const { scope, reported, wrote } = scopeAgainst(answer(500, 'not asked'), {
    refused: 'away',
    object: kept,
  });
  await finalizeObject(scope, kept, kept);
  expect(reported).toEqual([expect.stringMatching(/^CopyKept: .*annotated/)]);
  expect(wrote).toEqual(['remove-finalizer done']);
});

describe('without a named service namespace', () => {
  const forgotten: LiveServiceNamespace = { at: 'waiting', why: 'It waits.' };
  afterEach(() => jest.useRealTimers());

  it('keeps the object until it is known whether there is a copy, and reports it after a while', async () => {
    jest.useFakeTimers({ now: 0 });
    const { scope, reported, wrote, again } = scopeAgainst(
      answer(500, 'not asked'),
      {
        serviceNamespace: forgotten,
      },
    );
    await finalizeObject(scope, object, object);
    expect([reported, again]).toEqual([[], [5_000]]);
    jest.setSystemTime(5_000);
    await finalizeObject(scope, object, object);
    expect(reported).toEqual([
      'WaitingForNamespace: The object stays until it is known whether it has a copy on the control plane. It waits.',
    ]);
    expect(again).toEqual([5_000, 30_000]);
    expect(wrote).toEqual([]);
  });

  it('removes the finalizer when a former service namespace is forbidden', async () => {
    const { scope, reported, wrote } = scopeAgainst(
      answer(403, 'no such namespace'),
      {
        refused: 'read-copy',
        serviceNamespace: { at: 'missing', formerName: 'x-team-a' },
      },
    );
    await finalizeObject(scope, object, object);
    expect([reported, wrote]).toEqual([[], ['remove-finalizer done']]);
  });

  it('deletes a copy that outlived its APIServiceNamespace', async () => {
    const { scope, wrote } = scopeAgainst(answer(409, 'asked'), {
      serviceNamespace: { at: 'missing', formerName: 'x-team-a' },
    });
    await expect(finalizeObject(scope, object, object)).rejects.toThrow(
      'asked',
    );
    expect(wrote).toEqual(['delete conflict']);
  });

  it('remembers the pending deletion for the breaker, until there is none', async () => {
    const { scope } = scopeAgainst(answer(500, 'not asked'), {
      serviceNamespace: { at: 'missing', formerName: 'x-team-a' },
    });
    const { breaker, mapping, memories } = scope.state;
    breaker.execute = async () => false;
    await finalizeObject(scope, object, object);
    const pending = { uid: 'p1', name: 'team-a/a' };
    const remembered = () => memories.of('team-a/a').deletion;
    expect(remembered()).toEqual({ object: 'u1', copy: pending });
    mapping.locateLive = async () => ({
      at: 'waiting',
      why: 'It waits.',
    });
    await finalizeObject(scope, object, object);
    expect(remembered()).toEqual({ object: 'u1', copy: pending });
    mapping.locateLive = async () => ({ at: 'missing' });
    await finalizeObject(scope, object, object);
    expect(remembered()).toEqual({ object: 'u1' });
  });
});

it('reports a server that fails repeatedly', async () => {
  const failure = answer(500, 'failed calling webhook');
  expect((await finalizeAgainst(failure, { times: 5 })).reported).toEqual([]);
  const { reported } = await finalizeAgainst(failure, { times: 6 });
  expect(reported).toEqual([expect.stringMatching(/^Failing: .*webhook/)]);
});

it.each([409, 500, 503])(
  'does not report %i, which is transient',
  async code => {
    expect((await finalizeAgainst(answer(code, 'busy'))).reported).toEqual([]);
  },
);

it.each(['delete', 'remove-finalizer'])(
  'counts a %s that is rejected',
  async refused => {
    const { wrote } = await finalizeAgainst(answer(403, 'no'), { refused });
    expect(wrote).toEqual([`${refused} forbidden`]);
  },
);
