/** Metrics and preconditions of deletions of claimed objects. */
import {
  ApiError,
  type KubeClient,
  type ReconcileContext,
  type Unstructured,
} from '@klutch/kube';
import { mappingOf } from '../../mapping/mappingOf';
import type { ServiceNamespaces } from '../../namespaces/ServiceNamespaces';
import { secrets, thing } from '../../testing/objects';
import type { ObservedDeletions } from './observedDeletions/observedDeletions';
import { ClaimedDeletions } from './claimedDeletions';
import { ClaimedObjectWriter, type Pair } from './ClaimedObjectWriter';

const keys = {
  Provider: { namespace: 'x-team-a', name: 'a' },
  Consumer: { namespace: 'team-a', name: 'a' },
};
const context = {
  requeueAfter: () => undefined,
} as unknown as ReconcileContext;

function writerWith(
  client: KubeClient,
  counted: string[] = [],
  revertOwnDeletion: () => void = () => undefined,
) {
  return new ClaimedObjectWriter({
    mapping: mappingOf(
      secrets,
      'Prefixed',
      { name: 'x', uid: 'n' },
      {} as ServiceNamespaces,
    ),
    clients: { Provider: client, Consumer: client },
    observedDeletions: {
      markOwnDeletion: () => revertOwnDeletion,
    } as unknown as ObservedDeletions,
    claimedDeletions: new ClaimedDeletions({
      breaker: {
        isOpen: false,
        addSource: () => () => undefined,
        execute: async (_deletion, send) => {
          await send();
          return true;
        },
      },
      enqueue() {},
      objects: () => [],
      forget() {},
    }),
    metrics: {
      wrote: (api, write, side, outcome) =>
        void counted.push(`${api} ${write} ${side} ${outcome}`),
      synced: () => undefined,
    },
  });
}

function deleting(answer: () => void) {
  const counted: string[] = [];
  const revertOwnDeletion = jest.fn();
  const client = {
    delete: async () => answer(),
  } as unknown as KubeClient;
  const writer = writerWith(client, counted, revertOwnDeletion);
  const pair = (): Pair => ({ Provider: thing({}), Consumer: thing({}) });
  const execute = (side: 'Provider' | 'Consumer') =>
    writer.execute({ step: 'delete', side }, { pair: pair(), keys, context });
  return { counted, revertOwnDeletion, execute };
}

it('counts deletions on both clusters', async () => {
  const { counted, execute } = deleting(() => undefined);
  await execute('Provider');
  await execute('Consumer');
  expect(counted).toEqual([
    'secrets delete provider done',
    'secrets delete consumer done',
  ]);
});

it('counts rejected deletions, too', async () => {
  const { counted, execute } = deleting(() => {
    throw new ApiError({ code: 409, reason: 'Conflict', message: 'changed' });
  });
  await expect(execute('Provider')).rejects.toThrow('changed');
  expect(counted).toEqual(['secrets delete provider conflict']);
});

it.each<[string, Error, number]>([
  ['refused', new ApiError({ code: 409, reason: 'Conflict', message: '' }), 1],
  [
    'not found',
    new ApiError({ code: 404, reason: 'NotFound', message: '' }),
    1,
  ],
  ['failed', new ApiError({ code: 504, reason: 'Timeout', message: '' }), 0],
  ['not answered', new Error('the connection broke'), 0],
])(
  'a deletion that was %s is marked as our own only if it may have succeeded',
  async (_what, error, times) => {
    const { revertOwnDeletion, execute } = deleting(() => {
      throw error;
    });
    await expect(execute('Consumer')).rejects.toBe(error);
    expect(revertOwnDeletion).toHaveBeenCalledTimes(times);
  },
);

describe('an object that is recreated', () => {
  const error = (code: number, reason: string, message = 'so') =>
    new ApiError({ code, reason, message });
  function remaking(tried?: ApiError) {
    const sent: string[] = [];
    const client = {
      async create(
        _resource: unknown,
        object: Unstructured,
        { dryRun }: { dryRun?: boolean },
      ) {
        sent.push(dryRun ? 'try create' : 'create');
        if (dryRun && tried) throw tried;
        return object;
      },
      async delete() {
        sent.push('delete');
      },
    };
    const writer = writerWith(client as unknown as KubeClient);
    const remake = () =>
      writer.execute(
        { step: 'recreate', side: 'Provider', object: thing({}) },
        { pair: { Provider: thing({}) }, keys, context },
      );
    return { sent, remake };
  }

  it('is deleted only when a dry run of the new one succeeds', async () => {
    for (const answer of [
      undefined,
      error(409, 'AlreadyExists'),
      error(
        400,
        'BadRequest',
        'admission webhook "x.example.com" does not support dry run',
      ),
    ]) {
      const { sent, remake } = remaking(answer);
      expect(await remake()).toBe(true);
      expect(sent).toEqual(['try create', 'delete', 'create']);
    }
    for (const answer of [
      error(403, 'Forbidden', 'exceeded quota'),
      error(422, 'Invalid'),
      error(409, 'Conflict'),
    ]) {
      const { sent, remake } = remaking(answer);
      await expect(remake()).rejects.toBe(answer);
      expect(sent).toEqual(['try create']);
    }
  });
});
