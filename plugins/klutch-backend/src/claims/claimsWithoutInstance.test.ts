import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { claimsWithoutInstance } from './claimsWithoutInstance';

const row = (change: Partial<Schemas['Claim']>) =>
  ({
    cluster: 'dev',
    namespace: 'team-a',
    resource: 'backups.g.io',
    type: 'backup',
    instanceResource: 'sqls.g.io',
    ...change,
  }) as Schemas['Claim'];

const db = row({
  type: 'instance',
  resource: 'sqls.g.io',
  instanceResource: undefined,
  name: 'db',
});
const ofDb = row({ name: 'b1', instanceRef: 'db' });
const gone = row({ name: 'b2', instanceRef: 'gone' });
const elsewhere = row({ name: 'b3', instanceRef: 'db', namespace: 'team-b' });
const rows = [db, ofDb, gone, elsewhere, row({ name: 'b4' })];

it('are those whose instance does not exist in their namespace', () => {
  expect(claimsWithoutInstance(rows, rows, () => true)).toEqual([
    gone,
    elsewhere,
  ]);
});

it('are none while the instances of an app cluster are not known', () => {
  const areKnown = jest.fn(() => false);
  expect(claimsWithoutInstance(rows, rows, areKnown)).toEqual([]);
  expect(areKnown).toHaveBeenCalledWith('dev', 'sqls.g.io');
});

it('include claims of an instance that the person may not see only when it is gone', () => {
  expect(claimsWithoutInstance([ofDb, gone], rows, () => true)).toEqual([gone]);
});
