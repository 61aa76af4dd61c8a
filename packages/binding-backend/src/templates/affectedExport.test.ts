import type { PermissionClaim } from '@klutch/bind-api';
import {
  configMapsClaim,
  databasesExport,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';
import { affectedExport } from './affectedExport';

const affected = (before: PermissionClaim[], after: PermissionClaim[]) =>
  affectedExport(
    databasesExport('cluster-a', before),
    databasesTemplate(after),
  );

it('compares the claims of an export with those of the template, by type and owner', () => {
  expect(affected([secretsClaim], [configMapsClaim])).toEqual({
    clusterNamespace: 'cluster-a',
    added: [configMapsClaim],
    changed: [],
    removed: [secretsClaim],
  });
  const consumer: PermissionClaim = {
    ...secretsClaim,
    selector: { owner: 'Consumer' },
  };
  expect(affected([secretsClaim], [consumer]).added).toEqual([consumer]);
  const unchanged = { added: [], changed: [], removed: [] };
  expect(affected([secretsClaim], [secretsClaim])).toMatchObject(unchanged);
});

it('finds a claim whose contents change', () => {
  const required = { ...secretsClaim, required: true };
  expect(affected([secretsClaim], [required])).toMatchObject({
    added: [],
    changed: [required],
    removed: [],
  });
});
