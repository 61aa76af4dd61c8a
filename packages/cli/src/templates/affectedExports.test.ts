import type { PermissionClaim } from '@klutch/bind-api';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  configMapsClaim,
  databasesExport,
  databasesTemplate,
  secretsClaim,
} from '@klutch/binding-backend/src/testing/samples';
import { affectedExport, affectedLines } from './affectedExports';

const affected = (before: PermissionClaim[], after: PermissionClaim[]) =>
  affectedExport(
    databasesExport('cluster-a', before),
    databasesTemplate(after),
  );

it('compares the claims of an export with those of the template', () => {
  const found = affected([secretsClaim], [configMapsClaim]);
  expect(found).toEqual({
    clusterNamespace: 'cluster-a',
    added: [configMapsClaim],
    removed: [secretsClaim],
  });
  expect(affected([secretsClaim], [secretsClaim])).toMatchObject({
    added: [],
    removed: [],
  });
});

it('counts a claim with another owner as a new one', () => {
  const consumer: PermissionClaim = {
    ...secretsClaim,
    selector: { owner: 'Consumer' },
  };
  expect(affected([secretsClaim], [consumer]).added).toEqual([consumer]);
});

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
