/** Between two writes to a claimed pair: what was taken out of force, or ended, is not written any more. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { KubeClient, ReconcileContext, Unstructured } from '@klutch/kube';
import { mappingOf } from '../mapping/mappingOf';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import { pins } from '../testing/objects';
import {
  createClaimReconcile,
  type ClaimReconcileParts,
} from './reconcileClaimed';

const secrets = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
};
const secret: Unstructured = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    namespace: 'cluster-x-team-a',
    name: 'db',
    uid: 'p1',
    resourceVersion: '1',
  },
  data: { user: 'YQ==' },
};

/** A secret of the control plane that is new: it is made on the app cluster, then marked. */
function newSecret() {
  const writes: string[] = [];
  const stop = new AbortController();
  const state = {
    claims: [{ resource: 'secrets', version: 'v1' }] as PermissionClaim[],
    afterFirst: () => {},
  };
  const wrote = (what: string) => {
    writes.push(what);
    if (writes.length === 1) state.afterFirst();
  };
  const client = (side: string, held: Unstructured | undefined) =>
    ({
      get: async () => held,
      async mergePatch(_resource: unknown, _key: unknown, patch: Unstructured) {
        wrote(`patch ${side}`);
        return {
          ...secret,
          metadata: { ...secret.metadata, ...patch.metadata },
        };
      },
      async create(_resource: unknown, object: Unstructured) {
        wrote(`create ${side}`);
        return { ...object, metadata: { ...object.metadata, uid: 'c1' } };
      },
    }) as unknown as KubeClient;
  const parts = {
    mapping: mappingOf(secrets, 'Prefixed', { name: 'x', uid: 'n' }, {
      of: () => 'cluster-x-team-a',
      note: () => undefined,
    } as unknown as ServiceNamespaces),
    providerClient: client('provider', secret),
    consumerClient: client('consumer', undefined),
    consumers: { get: () => undefined },
    providers: { known: () => true, get: () => secret },
    pins: { ...pins, marks: { annotations: {} } },
    refusal: () => undefined,
    evidence: { confirmed: async () => undefined, settle() {}, ours() {} },
    held: { settle() {} },
    selects: () => true,
    claims: () => state.claims,
    isReserved: () => false,
    duty: { leading: true },
    events: { report() {} },
    breaker: { holds: false },
  } as unknown as ClaimReconcileParts;
  const reconcile = createClaimReconcile(parts);
  return {
    writes,
    state,
    stop,
    run: () =>
      reconcile('team-a/db', {
        signal: stop.signal,
        requeueAfter() {},
      } as unknown as ReconcileContext),
  };
}

describe('a claimed secret that is new', () => {
  it('is made on the other side, then marked where it is', async () => {
    const { run, writes } = newSecret();
    await run();
    expect(writes).toEqual(['create consumer', 'patch provider']);
  });

  it('is not marked when the claim was answered anew in between', async () => {
    const { run, writes, state } = newSecret();
    state.afterFirst = () => {
      state.claims = [];
    };
    await run();
    expect(writes).toEqual(['create consumer']);
  });

  it('is not marked when the process was told to end in between', async () => {
    const { run, writes, state, stop } = newSecret();
    state.afterFirst = () => stop.abort();
    await run();
    expect(writes).toEqual(['create consumer']);
  });
});
