/** Conditions and claims of a binding while its CRD or its syncer is refused. */
import type { APIServiceBinding, PermissionClaim } from '@klutch/bind-api';
import type { ReconcileContext } from '@klutch/kube';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';
import type { SyncedApi } from '../crds/syncedApi';
import { annotations } from '../markers';
import { thingBinding, thingExport } from '../testing/objects';
import { reconcileBinding, type BindingParts } from './reconcileBinding';

const secrets = { resource: 'secrets', version: 'v1' };
/** The export has a newer version. */
const crd = {
  metadata: { uid: 'crd', generation: 1 },
  spec: { versions: [{ name: 'v0', served: true, storage: true }] },
};
const refused = falseCondition('Refused', 'No.');
const fine: ConditionResult = { ok: true };
const credentials = { kubeConfig: { getCurrentUser: () => null } };

/** A binding whose condition reports that its claims are served. */
function servedBinding(): APIServiceBinding {
  const binding = thingBinding();
  return {
    ...binding,
    metadata: {
      ...binding.metadata,
      annotations: {
        [annotations.consumerCluster]: 'c',
        [annotations.providerNamespaceUid]: 'n',
      },
    },
    spec: {
      kubeconfigSecretRef: { namespace: 'b', name: 'k', key: 'kubeconfig' },
      permissionClaims: [{ ...secrets, state: 'Accepted' }],
    },
    status: {
      conditions: [
        {
          type: 'PermissionClaimsServed',
          status: 'True',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
    },
  };
}

/** @param found - results of installing the CRD and of starting the syncer, and further claims of the export. */
async function reconciled(found: {
  install: object;
  claimed?: PermissionClaim[];
  syncerRefusal?: { message: string };
}) {
  const claimCounts: number[] = [];
  const done: string[] = [];
  const controlPlane = {
    clusterNamespace: 'x',
    uid: 'n',
    ready: true,
    heartbeat: { condition: fine, kubeconfigNotWritten: () => undefined },
    exports: {
      get: () =>
        thingExport({ permissionClaims: [secrets, ...(found.claimed ?? [])] }),
    },
    failure: () => undefined,
    claimedTypes: {
      status: () => ({ isKnown: true }),
      issueReports: () => ({}),
    },
  };
  const parts = {
    appCluster: {
      uid: 'c',
      leadership: { isLeader: false },
      isInShard: () => true,
      bindings: { list: () => [] },
    },
    open: () => ({
      ok: true,
      connection: {
        access: {},
        controlPlane,
        setClaims: (_binding: string, claims: unknown[]) =>
          claimCounts.push(claims.length),
      },
      secretValid: fine,
      credentials,
    }),
    crds: { observe: () => ({ known: true, object: crd }) },
    installer: { install: async () => found.install },
    syncers: {
      stop: async () => void done.push('stopped'),
      stopOther: async () => undefined,
      async ensure(_binding: string, { resource }: SyncedApi) {
        done.push(`synced ${resource.version}`);
        return {
          pairs: {
            refusal: () => found.syncerRefusal && { why: found.syncerRefusal },
            issueTracker: { report: () => ({}) },
            failure: () => undefined,
            hasSynced: () => false,
          },
        };
      },
    },
  } as unknown as BindingParts;
  const context = { requeueAfter() {} } as unknown as ReconcileContext;
  const { state } = await reconcileBinding(
    parts,
    'b',
    servedBinding(),
    context,
  );
  return { state, claimCounts, done };
}

const claimsServed = (why: string) => ({
  claimsServed: { ok: false, message: expect.stringContaining(why) },
});

it('a rejected CRD stops the claims too, which are reported as not served', async () => {
  const install = { established: false, condition: refused };
  const { state, claimCounts, done } = await reconciled({ install });
  expect(claimCounts).toEqual([0]);
  expect(done).toEqual(['stopped']);
  expect(state).toMatchObject(claimsServed('No.'));
});

it('a CRD that is not established stops the claims too', async () => {
  const install = { crd, established: false, condition: fine };
  const { state, claimCounts, done } = await reconciled({ install });
  expect(claimCounts).toEqual([0]);
  expect(done).toEqual([]);
  expect(state).toMatchObject(claimsServed('not established'));
});

it('a rejected update of the CRD stops nothing, and the sync uses the existing CRD', async () => {
  const install = { crd, established: true, condition: refused };
  const { state, claimCounts, done } = await reconciled({ install });
  expect(claimCounts).toEqual([1]);
  expect(done).toEqual(['synced v0']);
  expect(state).toMatchObject({
    connected: refused,
    schemaInSync: refused,
    claimsServed: fine,
  });
});

it('claims of a rejected API are reported as not served', async () => {
  const install = { crd, established: true, condition: fine };
  const syncerRefusal = { message: 'Two clusters.' };
  const { state, claimCounts } = await reconciled({ install, syncerRefusal });
  expect(claimCounts).toEqual([0]);
  expect(state).toMatchObject(claimsServed('Two clusters.'));
});

it.each([
  [true, ['stopped']],
  [false, ['synced v1']],
])(
  'a claim that is not accepted stops the API where it is required: %s',
  async (required, work) => {
    const install = { crd, established: true, condition: fine };
    const claimed = [{ resource: 'configmaps', version: 'v1', required }];
    const { state, claimCounts, done } = await reconciled({ install, claimed });
    expect(done).toEqual(work);
    expect(claimCounts).toEqual([required ? 0 : 1]);
    const missing = {
      ok: false,
      reason: 'PermissionClaimNotAccepted',
      message: expect.stringContaining('configmaps'),
    };
    expect(state).toMatchObject(
      required
        ? { connected: missing, schemaInSync: missing, claimsServed: missing }
        : { connected: fine, claimsServed: fine },
    );
  },
);
