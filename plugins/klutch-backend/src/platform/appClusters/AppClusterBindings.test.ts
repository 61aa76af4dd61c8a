import { bindResources, names, type APIServiceBinding } from '@klutch/bind-api';
import { ApiError } from '@klutch/kube';
import type { Person } from '../../identity/Caller';
import { AppClusterBindings } from './AppClusterBindings';

const name = 'dbs.example.com';
const title = 'Shop';
const person = {
  userRef: 'user:default/oscar',
  kubernetes: { user: 'klutch:oscar', groups: [] },
} as unknown as Person;

const binding: APIServiceBinding = {
  apiVersion: names.apiVersion,
  kind: bindResources.bindings.kind,
  metadata: { name, namespace: names.appClusterNamespace, uid: 'uid-1' },
};

/** An app cluster that lets the konnector release the objects of an API at once, and records what is written. */
function appCluster({
  refuses,
  status,
}: { refuses?: string } & Pick<APIServiceBinding, 'status'> = {}) {
  const calls: string[] = [];
  const patches: unknown[] = [];
  let bound: APIServiceBinding[] = [{ ...binding, status }];
  const client = {
    as: () => client,
    get: async () => bound[0],
    delete: async (
      { kind }: { kind: string },
      key: { name: string },
      options: { dryRun?: boolean; preconditions?: { uid?: string } } = {},
    ) => {
      const { dryRun, preconditions } = options;
      const only = preconditions ? ` with UID ${preconditions.uid}` : '';
      const call = `${dryRun ? 'dry-run ' : ''}${kind} ${key.name}${only}`;
      if (call === refuses) {
        throw new ApiError({
          code: 403,
          reason: 'Forbidden',
          message: 'no',
        } as never);
      }
      calls.push(call);
      if (kind === binding.kind) bound = [];
      return 'deleted';
    },
    mergePatch: async (_: unknown, __: unknown, patch: unknown) => {
      patches.push(patch);
    },
  };
  const cluster = {
    title,
    client,
    caches: {
      bindings: {
        list: () => bound,
        get: () => bound[0],
        subscribe: () => () => undefined,
      },
    },
  };
  const bindings = new AppClusterBindings({
    appClusters: { get: () => cluster as never },
  });
  return { bindings, calls, patches };
}

const konnectorRole = `ClusterRole klutch-konnector-${name}`;
const portalRole = `ClusterRole klutch-portal-${name}`;

it('unbinds before it takes the rights, which it has dry-run first', async () => {
  const { bindings, calls } = appCluster();
  await expect(bindings.unbind(person, 'shop', name, title)).resolves.toBe(
    true,
  );
  expect(calls).toEqual([
    `dry-run ${konnectorRole}`,
    `dry-run ${portalRole}`,
    `${binding.kind} ${name} with UID uid-1`,
    konnectorRole,
    portalRole,
  ]);
});

it('changes nothing without the app cluster’s title, or without the right to take the rights', async () => {
  const wrong = appCluster();
  await expect(
    wrong.bindings.unbind(person, 'shop', name, name),
  ).rejects.toThrow('confirm with the name Shop');
  expect(wrong.calls).toEqual([]);
  const refused = appCluster({ refuses: `dry-run ${portalRole}` });
  await expect(
    refused.bindings.unbind(person, 'shop', name, title),
  ).rejects.toThrow();
  expect(refused.calls).toEqual([`dry-run ${konnectorRole}`]);
});

it('marks the binding that it has seen, and approves only deletions that wait', async () => {
  const { bindings, patches } = appCluster();
  await bindings.setSuspended(person, 'shop', true);
  await bindings.setSuspended(person, 'shop', false);
  const marked = (value: string | null) => ({
    metadata: {
      uid: 'uid-1',
      annotations: { 'klutch.anynines.com/suspend': value },
    },
  });
  expect(patches).toEqual([marked('true'), marked(null)]);
  await expect(
    bindings.approveDeletions(person, 'shop', name, { deletions: 3 }),
  ).rejects.toThrow('Nothing was approved');
  expect(patches).toHaveLength(2);
});

it('approves only as many deletions as the operator has seen', async () => {
  const { bindings, patches } = appCluster({
    status: {
      conditions: [
        {
          type: 'Syncing',
          status: 'False',
          reason: 'DeletionsPaused',
          message: 'kubectl annotate klutch.anynines.com/approve-deletions=20',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
    },
  });
  const approve = (waiting: number) =>
    bindings.approveDeletions(person, 'shop', name, { deletions: 12, waiting });
  await expect(approve(12)).rejects.toThrow(/Now 20 deletions .* again/);
  expect(patches).toEqual([]);
  await approve(20);
  expect(patches).toMatchObject([
    {
      metadata: {
        annotations: { 'klutch.anynines.com/approve-deletions': '12' },
      },
    },
  ]);
});
