import type { PermissionClaim } from '@klutch/bind-api';
import { affectedExport } from '@klutch/binding-backend';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  databasesExport,
  databasesTemplate,
  secretsClaim,
} from '@klutch/binding-backend/src/testing/samples';
import { affectedLines } from './affectedExports';

const affected = (before: PermissionClaim[], after: PermissionClaim[]) =>
  affectedExport(
    databasesExport('cluster-a', before),
    databasesTemplate(after),
  );

it('says which app clusters have to accept which claims', () => {
  const one = affected([], [secretsClaim]);
  const same = { ...one, clusterNamespace: 'cluster-b' };
  const ended = { ...affected([secretsClaim], []), clusterNamespace: 'c' };
  expect(affectedLines('x.y', [one, same, ended])).toEqual([
    'x.y: affects 3 export(s), of app clusters cluster-a, cluster-b, c.',
    expect.stringMatching(
      /claims secrets:Provider wait until they are accepted on cluster-a, cluster-b\./,
    ),
    'x.y: claims secrets:Provider end on c.',
  ]);
  expect(affectedLines('x.y', [])).toEqual([
    'x.y: no app cluster has an export.',
  ]);
});
