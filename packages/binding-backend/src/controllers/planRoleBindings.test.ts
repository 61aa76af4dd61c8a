import type { RoleBinding } from '@klutch/kube';
import { apiRoleBinding } from '../roles/tenantRole';
import { databases, databasesExport } from '../testing/samples';
import { isClusterWide, planRoleBindings } from './planRoleBindings';

const where = 'cluster-x-team-a';
const databaseExport = databasesExport('cluster-x', []);
const cacheExport = {
  ...databaseExport,
  spec: {
    ...databaseExport.spec,
    names: { ...databaseExport.spec.names, plural: 'caches' },
  },
};
const granted = (resource: string) =>
  apiRoleBinding(where, 'cluster-x', { ...databases, resource });
const former: RoleBinding = {
  ...granted('databases'),
  metadata: { namespace: where, name: 'klutch-binder' },
};
const foreign: RoleBinding = {
  ...granted('databases'),
  metadata: { namespace: where, name: 'admins' },
};
const plan = (
  exports: (typeof databaseExport)[],
  current: RoleBinding[],
  isGrantable: (resource: string) => boolean = () => true,
) => {
  const { grant, withdraw } = planRoleBindings({
    namespace: where,
    clusterNamespace: 'cluster-x',
    exports,
    isGrantable: ({ spec }) => isGrantable(spec.names.plural),
    current,
  });
  const namesOf = (bindings: RoleBinding[]) =>
    bindings.map(({ metadata }) => metadata.name);
  return { grant: namesOf(grant), withdraw: namesOf(withdraw) };
};
const both = [databaseExport, cacheExport];
const names = {
  databases: 'klutch-api-databases.example.test',
  caches: 'klutch-api-caches.example.test',
};

describe('grants in a service namespace', () => {
  it('are one for each exported API', () => {
    expect(plan(both, [])).toEqual({
      grant: [names.databases, names.caches],
      withdraw: [],
    });
    expect(
      plan(
        both,
        both.map(({ spec }) => granted(spec.names.plural)),
      ),
    ).toEqual({ grant: [], withdraw: [] });
  });

  it('are corrected, and removed with the export', () => {
    const drifted = { ...granted('caches'), subjects: [] };
    expect(plan([cacheExport], [drifted, granted('databases')])).toEqual({
      grant: [names.caches],
      withdraw: [names.databases],
    });
  });

  it('are kept when the roles of their API are missing', () => {
    const current = [granted('databases')];
    expect(plan([databaseExport], current, () => false)).toEqual({
      grant: [],
      withdraw: [],
    });
  });

  it('R13: replace the former grant of all APIs, once none of its rights is missing', () => {
    const onlyDatabases = (resource: string) => resource === 'databases';
    expect(plan(both, [former], onlyDatabases)).toEqual({
      grant: [names.databases],
      withdraw: [],
    });
    expect(plan(both, [former, granted('databases')])).toEqual({
      grant: [names.caches],
      withdraw: ['klutch-binder'],
    });
    expect(plan([], [former]).withdraw).toEqual(['klutch-binder']);
  });

  it('of other owners are not changed', () => {
    expect(plan([], [foreign]).withdraw).toEqual([]);
  });
});

it('are cluster-wide for some exports of the reference only', () => {
  const wide = {
    spec: { ...databaseExport.spec, informerScope: 'Cluster' as const },
  };
  expect(isClusterWide(databaseExport)).toBe(false);
  expect(isClusterWide(wide)).toBe(true);
});
