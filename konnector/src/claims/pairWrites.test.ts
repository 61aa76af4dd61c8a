/** Deletions of claimed objects are counted, by cluster and by what came of them. */
import { ApiError, type KubeClient, type ReconcileContext } from '@klutch/kube';
import { mappingOf } from '../mapping/mappingOf';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import { thing } from '../testing/objects';
import { createEvidence } from './evidence';
import { HeldDeletions } from './heldDeletions';
import { PairWrites, type Pair } from './pairWrites';

const secrets = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
};
const place = {
  Provider: { namespace: 'x-team-a', name: 'a' },
  Consumer: { namespace: 'team-a', name: 'a' },
};
const context = {
  requeueAfter: () => undefined,
} as unknown as ReconcileContext;

function deleting(answer: () => void) {
  const counted: string[] = [];
  const client = {
    delete: async () => answer(),
  } as unknown as KubeClient;
  const writes = new PairWrites({
    mapping: mappingOf(
      secrets,
      'Prefixed',
      { name: 'x', uid: 'n' },
      {} as ServiceNamespaces,
    ),
    clients: { Provider: client, Consumer: client },
    breaker: {
      holds: false,
      join: () => () => undefined,
      pass: async (_doomed, send) => {
        await send();
        return true;
      },
    },
    evidence: { ours: () => undefined } as unknown as ReturnType<
      typeof createEvidence
    >,
    held: new HeldDeletions(() => undefined),
    metrics: {
      wrote: (api, write, outcome) =>
        void counted.push(`${api} ${write} ${outcome}`),
      synced: () => undefined,
    },
  });
  const pair = (): Pair => ({ Provider: thing({}), Consumer: thing({}) });
  const carryOut = (side: 'Provider' | 'Consumer') =>
    writes.carryOut({ step: 'delete', side }, { pair: pair(), place, context });
  return { counted, carryOut };
}

it('counts them on both clusters', async () => {
  const { counted, carryOut } = deleting(() => undefined);
  await carryOut('Provider');
  await carryOut('Consumer');
  expect(counted).toEqual([
    'secrets delete-claimed-above done',
    'secrets delete-claimed-here done',
  ]);
});

it('counts those that are refused, too', async () => {
  const { counted, carryOut } = deleting(() => {
    throw new ApiError({ code: 409, reason: 'Conflict', message: 'changed' });
  });
  await expect(carryOut('Provider')).rejects.toThrow('changed');
  expect(counted).toEqual(['secrets delete-claimed-above conflict']);
});
