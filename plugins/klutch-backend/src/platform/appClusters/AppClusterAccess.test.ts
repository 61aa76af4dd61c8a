import { NotAllowedError, ServiceUnavailableError } from '@backstage/errors';
import { bindResources, names } from '@klutch/bind-api';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { ApiError } from '@klutch/kube';
import { explainedError } from '../../errors/explainedError';
import type { Person } from '../../identity/Caller';
import { AppClusterAccess } from './AppClusterAccess';

const person = {
  userRef: 'user:default/oscar',
  kubernetes: { user: 'klutch:oscar', groups: [] },
} as unknown as Person;
const granted = async () => {};

const refusal = () =>
  explainedError(
    NotAllowedError,
    explain('Forbidden', {
      action: 'register app clusters',
      cluster: 'the control plane',
      user: 'klutch:oscar',
    }),
  );

const toAdd = (
  store: () => Promise<() => Promise<void>>,
  bind: () => Promise<void> = granted,
) =>
  new AppClusterAccess({
    appClusters: {},
    controlPlane: {},
    store: { create: store },
  } as never).toAdd(person, { manage: granted, bind });

it('answers whether somebody may add app clusters by a dry run of the registration', async () => {
  const allowed = { allowed: true };
  const accepts = async () => granted;
  expect(await toAdd(accepts)).toEqual({ register: allowed, invite: allowed });

  const refused = { allowed: false, reason: 'Forbidden' };
  expect(await toAdd(() => Promise.reject(refusal()))).toMatchObject({
    register: refused,
    invite: refused,
  });
  // A join command binds APIs, too.
  expect(await toAdd(accepts, () => Promise.reject(refusal()))).toMatchObject({
    register: allowed,
    invite: refused,
  });
});

it('does not call refused what is not known', async () => {
  const isAway = () => Promise.reject(new ServiceUnavailableError('away'));
  expect(await toAdd(isAway)).toMatchObject({ register: { allowed: true } });
});

/** The answers of clusters that refuse some verbs on some types; on the control plane everything is allowed. */
async function accessOn(
  refuses: (call: string) => boolean,
  required: { manage?: () => Promise<void>; bind?: () => Promise<void> } = {},
) {
  const answer = async (call: string) => {
    if (refuses(call))
      throw new ApiError({ code: 403, message: 'no' } as never);
  };
  const client = {
    as: () => client,
    canI: async () => true,
    get: async () => undefined,
    list: ({ kind }: { kind: string }) => answer(`list ${kind}`),
    delete: ({ kind }: { kind: string }) => answer(`delete ${kind}`),
    mergePatch: ({ kind }: { kind: string }) => answer(`patch ${kind}`),
  };
  const binding = {
    metadata: { name: 'dbs.example.com', namespace: names.appClusterNamespace },
    spec: { kubeconfigSecretRef: { name: 'kubeconfig' } },
  };
  const answers = await new AppClusterAccess({
    appClusters: {
      require: () => ({
        cluster: {
          title: 'Shop',
          client,
          caches: { bindings: { list: () => [binding] } },
        },
        record: { title: 'Shop', clusterNamespace: 'cluster-x' },
      }),
    },
    controlPlane: { client },
    store: { remove: async () => granted },
  } as never).of(person, 'shop', {
    manage: granted,
    bind: granted,
    ...required,
  });
  return Object.entries(answers)
    .filter(([, { allowed }]) => !allowed)
    .map(([action]) => action)
    .sort();
}

it.each<[string, string, string[]]>([
  ['Secrets', 'patch Secret', ['rotate']],
  [
    'bindings',
    `patch ${bindResources.bindings.kind}`,
    ['approve', 'changeBindings'],
  ],
  ['the roles of an API', 'delete ClusterRole', ['unbind']],
])(
  'refuses what needs a change of %s on the app cluster',
  async (_, refused, actions) => {
    expect(await accessOn(call => call === refused)).toEqual(actions);
  },
);

it('asks for the permission of the action', async () => {
  const refuse = () => Promise.reject(refusal());
  expect(await accessOn(() => false)).toEqual([]);
  expect(await accessOn(() => false, { bind: refuse })).toEqual([
    'approve',
    'bind',
    'unbind',
  ]);
  expect(await accessOn(() => false, { manage: refuse })).toEqual([
    'changeBindings',
    'kubeconfig',
    'offboard',
    'rotate',
    'tokens',
  ]);
});
