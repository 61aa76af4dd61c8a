import type { PolicyRule } from '@klutch/kube';
import type { AppClusters } from '../clusters/AppClusters';
import type { AccessReviews } from '../identity/AccessReviews';
import { allNamespaces } from '../identity/accessRules';
import { ServiceAccess } from './ServiceAccess';

const alice = {
  userRef: 'user:default/alice',
  groups: [],
  kubernetes: { user: 'klutch:alice', groups: [] },
};
const sqls = 'sqls.g.io';
const queues = 'queues.g.io';
const mayCreate = (...resources: string[]): PolicyRule[] => [
  { apiGroups: ['g.io'], resources, verbs: ['create'] },
];

interface Rights {
  /** Rules by namespace; an app cluster that does not respond has none. */
  rules: Record<string, PolicyRule[]>;
  /** Namespaces with a RoleBinding for Alice; default: the portal may not watch RoleBindings. */
  bound?: string[];
  incomplete?: boolean;
  namespaces?: string[];
  /** Does not respond. */
  hangs?: boolean;
}

/** What Alice may create on the app cluster `dev`, which binds both services. */
function accessWith({
  rules,
  bound,
  incomplete = false,
  namespaces = ['team-a', 'team-b'],
  hangs = false,
}: Rights) {
  const asked: string[] = [];
  const rulesIn = async (_subject: unknown, namespace: string) => {
    if (hangs) return new Promise<never>(() => {});
    asked.push(namespace);
    const resourceRules = rules[namespace];
    return resourceRules && { incomplete, resourceRules };
  };
  const cluster = {
    caches: {
      namespaces: {
        list: () => namespaces.map(name => ({ metadata: { name } })),
      },
    },
    roleBindings: { namespacesOf: () => bound && new Set(bound) },
  };
  const access = new ServiceAccess(
    {
      find: (id: string) => (id === 'dev' ? { cluster } : {}),
    } as unknown as AppClusters,
    {
      rulesIn,
      rulesOf: async (subject: unknown, names: string[]) =>
        new Map(
          await Promise.all(
            names.map(
              async name => [name, await rulesIn(subject, name)] as const,
            ),
          ),
        ),
    } as unknown as AccessReviews,
  );
  const clusters = [
    { id: 'dev', title: 'Dev', bound: true },
    { id: 'joined', title: 'Konnector only', bound: true },
    { id: 'other', title: 'Not bound', bound: false },
  ];
  const list = async () => {
    const items = await access.list(alice, [
      { resource: sqls, clusters },
      { resource: queues, clusters },
    ]);
    return items.map(item => item.clusters);
  };
  return { asked, list };
}

const joined = { id: 'joined' };
const on = (creatable: boolean) => [{ id: 'dev', creatable }, joined];
const unknown = [{ id: 'dev' }, joined];

it('is everywhere by a right in all namespaces, and asks about no other', async () => {
  const { asked, list } = accessWith({
    rules: { [allNamespaces]: mayCreate('*') },
    bound: ['team-a'],
  });
  expect(await list()).toEqual([on(true), on(true)]);
  expect(asked).toEqual([allNamespaces]);
});

it('is where a RoleBinding of any namespace allows it, for each service', async () => {
  const { asked, list } = accessWith({
    rules: { [allNamespaces]: [], 'team-b': mayCreate('sqls') },
    bound: ['team-b', 'kube-system'],
  });
  expect(await list()).toEqual([on(true), on(false)]);
  expect(asked).toEqual([allNamespaces, 'team-b']);
});

it('is nowhere for a person who may only read', async () => {
  const { list } = accessWith({ rules: { [allNamespaces]: [] }, bound: [] });
  expect(await list()).toEqual([on(false), on(false)]);
});

it('is looked for in a few namespaces at once, until all is allowed', async () => {
  const namespaces = Array.from({ length: 50 }, (_, i) => `team-${i}`);
  const { asked, list } = accessWith({
    rules: { [allNamespaces]: [], 'team-3': mayCreate('*') },
    bound: namespaces,
    namespaces,
  });
  expect(await list()).toEqual([on(true), on(true)]);
  expect(asked).toEqual([allNamespaces, ...namespaces.slice(0, 10)]);
});

it.each<[string, Rights]>([
  [
    'without the watch of RoleBindings, unless allowed in all namespaces',
    { rules: { [allNamespaces]: mayCreate('sqls') } },
  ],
  [
    'when the reviews of namespaces fail, unless allowed in another',
    {
      rules: { [allNamespaces]: [], 'team-b': mayCreate('sqls') },
      bound: ['team-a', 'team-b'],
    },
  ],
])('is unknown %s', async (_, rights) => {
  expect(await accessWith(rights).list()).toEqual([on(true), unknown]);
});

it.each<[string, Rights]>([
  [
    'by an authorizer that does not list its rules',
    {
      rules: { [allNamespaces]: mayCreate('*') },
      bound: [],
      incomplete: true,
    },
  ],
  ['on an app cluster that does not respond', { rules: {}, bound: [] }],
])('is unknown %s', async (_, rights) => {
  expect(await accessWith(rights).list()).toEqual([unknown, unknown]);
});

it('does not wait longer than two seconds for an app cluster', async () => {
  jest.useFakeTimers();
  const { list } = accessWith({ rules: {}, hangs: true });
  const listed = list();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await listed).toEqual([unknown, unknown]);
  jest.useRealTimers();
});
