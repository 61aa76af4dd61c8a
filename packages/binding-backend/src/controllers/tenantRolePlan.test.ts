import { tenantClusterRole, tenantRules } from '../roles/tenantRole';
import { databasesExport } from '../testing/samples';
import {
  isRoleCurrent,
  needsClusterWideGrant,
  planPartialRole,
} from './tenantRolePlan';

const owner = { name: 'cluster-x', uid: 'u' };
const databases = databasesExport('cluster-x', []);
const caches = {
  ...databases,
  spec: {
    ...databases.spec,
    names: { ...databases.spec.names, plural: 'caches' },
  },
};
const roleOf = (...exports: (typeof databases)[]) =>
  tenantClusterRole(owner, tenantRules(exports));

describe('role of an app cluster', () => {
  it('is current only when rules and owner are as wanted', () => {
    const wanted = roleOf(databases);
    expect(isRoleCurrent(roleOf(databases), wanted)).toBe(true);
    expect(isRoleCurrent(undefined, wanted)).toBe(false);
    expect(isRoleCurrent(roleOf(databases, caches), wanted)).toBe(false);
    expect(isRoleCurrent(roleOf(caches), wanted)).toBe(false);
    const other = tenantClusterRole({ ...owner, uid: 'v' }, wanted.rules ?? []);
    expect(isRoleCurrent(other, wanted)).toBe(false);
  });
});

describe('role of an app cluster while some rights cannot be granted', () => {
  const both = [databases, caches];

  it('starts with those that can', () => {
    expect(planPartialRole(undefined, both, [databases])).toEqual(
      tenantRules([databases]),
    );
  });

  it('grows by those that can', () => {
    expect(planPartialRole(roleOf(), both, [databases])).toEqual(
      tenantRules([databases]),
    );
    expect(
      planPartialRole(roleOf(databases), both, [databases]),
    ).toBeUndefined();
  });

  it('never takes away what the app cluster has and still needs', () => {
    expect(planPartialRole(roleOf(caches), both, [databases])).toBeUndefined();
  });

  it('is cut back when it grants more than wanted', () => {
    const wide = tenantClusterRole(owner, [
      { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    ]);
    expect(planPartialRole(wide, both, [databases])).toEqual(
      tenantRules([databases]),
    );
    expect(planPartialRole(roleOf(caches), [databases], [])).toEqual([]);
  });
});

describe('cluster-wide grant of an app cluster', () => {
  it('is not needed unless the reference exported for cluster-wide watches', () => {
    const wide = {
      spec: { ...databases.spec, informerScope: 'Cluster' as const },
    };
    expect(needsClusterWideGrant([])).toBe(false);
    expect(needsClusterWideGrant([databases, caches])).toBe(false);
    expect(needsClusterWideGrant([databases, wide])).toBe(true);
  });
});
