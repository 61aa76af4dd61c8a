import type { ClaimRef, Schemas } from '@klutch/backstage-plugin-klutch-common';
import { claimSources } from './claimSources';

type Claim = Schemas['Claim'];

const where = { cluster: 'apps-dev', namespace: 'team-a' };
const sqls = 'sqls.g.io';
const backups = 'backups.g.io';

const row = (type: Claim['type'], name: string, more: Partial<Claim> = {}) =>
  ({ ...where, type, name, resource: sqls, ...more }) as Claim;

const orders = row('instance', 'orders');
const billing = row('instance', 'billing');
const monday = row('backup', 'monday', {
  resource: backups,
  instanceResource: sqls,
  instanceRef: 'billing',
});
const known = [orders, billing, monday];

const sourcesOf = (claim: Claim) =>
  claimSources(claim, {
    claim: async (ref: ClaimRef) =>
      known.find(
        one =>
          one.cluster === ref.cluster &&
          one.namespace === ref.namespace &&
          one.resource === ref.resource &&
          one.name === ref.name,
      ),
    backupApi: resource => (resource === sqls ? backups : undefined),
  });

const ofOrders = { instanceResource: sqls, instanceRef: 'orders' };

it('an instance hands over nothing of other claims', async () => {
  expect(await sourcesOf(orders)).toEqual([]);
});

it.each(['binding', 'backup'] as const)(
  'a %s hands over its instance',
  async of => {
    expect(await sourcesOf(row(of, 'x', ofOrders))).toEqual([orders]);
  },
);

it('a restore into another instance hands over the one that was backed up', async () => {
  const restore = row('restore', 'x', { ...ofOrders, backupRef: 'monday' });
  expect(await sourcesOf(restore)).toEqual([orders, monday, billing]);
});

it.each([
  ['instance', row('binding', 'x', { ...ofOrders, instanceRef: 'gone' })],
  ['service', row('binding', 'x', { instanceRef: 'orders' })],
  ['namespace', row('binding', 'x', { ...ofOrders, namespace: 'team-b' })],
])('reports an unknown %s', async (_, claim) => {
  expect(await sourcesOf(claim)).toEqual([undefined]);
});

it('reports an unknown backup', async () => {
  const restore = row('restore', 'x', { ...ofOrders, backupRef: 'gone' });
  expect(await sourcesOf(restore)).toEqual([orders, undefined]);
});

it('a backup of a deleted instance stands for itself', async () => {
  const backup = { ...monday, name: 'tuesday', instanceRef: 'gone' };
  known.push(backup);
  const restore = row('restore', 'x', { ...ofOrders, backupRef: 'tuesday' });
  expect(await sourcesOf(restore)).toEqual([orders, backup]);
});
