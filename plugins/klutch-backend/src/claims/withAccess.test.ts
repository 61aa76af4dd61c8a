import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { PolicyRule } from '@klutch/kube';
import { withAccess, type WithAccessOptions } from './withAccess';

const alice = {
  userRef: 'user:default/alice',
  groups: [],
  kubernetes: { user: 'klutch:alice', groups: [] },
};
const sqls = 'sqls.g.io';
const row = (name: string, namespace = 'team-a', cluster = 'dev') =>
  ({
    cluster,
    namespace,
    resource: sqls,
    name,
    type: 'instance',
  }) as Schemas['Claim'];
const may = (
  verbs: string[],
  resources = ['*'],
  names?: string[],
): PolicyRule => ({
  apiGroups: ['g.io'],
  resources,
  verbs,
  resourceNames: names,
});

/** The rows for Alice, whose rules are given by app cluster and namespace. */
async function rowsBy(
  rules: Record<string, Record<string, PolicyRule[]>>,
  rows: Schemas['Claim'][],
) {
  const asked: string[][] = [];
  const options = {
    appClusters: {
      find: (id: string) => (rules[id] ? { cluster: { id } } : undefined),
    },
    inventory: {
      service: () => ({ relatedApis: { backup: 'backups.g.io' } }),
    },
    reviews: {
      rulesOf: async (
        { cluster }: { cluster: { id: string } },
        namespaces: Iterable<string>,
      ) => {
        asked.push([cluster.id, ...namespaces]);
        return new Map(
          [...namespaces].map(name => {
            const resourceRules = rules[cluster.id]?.[name];
            return [
              name,
              resourceRules && { incomplete: false, resourceRules },
            ];
          }),
        );
      },
    },
  } as unknown as WithAccessOptions;
  const result = await withAccess(rows, alice, options);
  return { asked, may: result.map(item => item.may) };
}

const nothing = { change: [], create: [], delete: [], reveal: false };

it('says what the rules of each namespace allow, asking once for each', async () => {
  const { asked, may: access } = await rowsBy(
    {
      dev: { 'team-a': [may(['patch', 'create'])], 'team-b': [] },
      prod: { 'team-a': [may(['get', 'list'])] },
    },
    [row('a'), row('b'), row('c', 'team-b'), row('d', 'team-a', 'prod')],
  );
  const types = ['instance', 'backup'];
  const all = { ...nothing, change: types, create: types };
  expect(access).toMatchObject([all, all, nothing, nothing]);
  expect(asked).toMatchObject([
    ['dev', 'team-a', 'team-b'],
    ['prod', 'team-a'],
  ]);
});

it('derives the access of an API and namespace once', async () => {
  const { may: access } = await rowsBy({ dev: { 'team-a': [] } }, [
    row('a'),
    row('b'),
  ]);
  expect(access[0]).toBe(access[1]);
});

it('tells rows apart that rules name', async () => {
  const { may: access } = await rowsBy(
    { dev: { 'team-a': [may(['patch'], ['sqls'], ['b'])] } },
    [row('a'), row('b')],
  );
  expect(access).toMatchObject([nothing, { ...nothing, change: ['instance'] }]);
});

it('allows what is not known: the app cluster decides', async () => {
  const { may: access } = await rowsBy({ dev: {} }, [
    row('a'),
    row('b', 'team-a', 'gone'),
  ]);
  const everything = {
    change: ['instance', 'backup'],
    create: ['instance', 'backup'],
    delete: ['instance', 'backup'],
    reveal: true,
  };
  expect(access).toMatchObject([everything, everything]);
});
