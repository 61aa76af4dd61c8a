import { labels, konnectorApiRole } from '@klutch/bind-api';
import type { PolicyRule } from '@klutch/kube';
import {
  configMapsClaim,
  databases,
  databasesExport,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';
import { findTemplate } from '../apiResource';
import { backendRoles } from './backendRoles';
import {
  missingRightsMessage,
  planTemplate,
  templateRole,
} from './templateRole';
import { tenantClusterRole, tenantRules } from './tenantRole';

const all = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];
const read = ['get', 'list', 'watch'];
const readAndMark = [...read, 'update', 'patch'];

const verbsOf = (
  rules: readonly PolicyRule[] | null | undefined,
  resource: string,
  resourceName?: string,
) =>
  (rules ?? [])
    .filter(
      rule =>
        rule.resources?.includes(resource) &&
        (!rule.resourceNames ||
          (resourceName && rule.resourceNames.includes(resourceName))),
    )
    .flatMap(({ verbs }) => verbs);

describe('rights of an app cluster in its service namespaces', () => {
  it('are all data verbs on the exported type', () => {
    const rules = tenantRules([databasesExport('n', [])]);
    expect(rules).toEqual([
      { apiGroups: ['example.test'], resources: ['databases'], verbs: all },
    ]);
  });

  it('on claimed types are narrowed by who owns them (B12)', () => {
    const rules = tenantRules([
      databasesExport('n', [secretsClaim, configMapsClaim]),
    ]);
    expect(verbsOf(rules, 'secrets')).toEqual(readAndMark);
    expect(verbsOf(rules, 'configmaps')).toEqual(all);
  });

  it.each([
    [{ autoAdopt: true }, ['create', 'delete']],
    [{ autoDonate: true }, ['create', 'delete']],
    [{ onConflict: { recreateWhenConsumerSideDeleted: false } }, ['delete']],
    [{ onConflict: { recreateWhenConsumerSideDeleted: true } }, []],
  ])('grow with what the claim lets change owners (%j)', (field, extra) => {
    const rules = tenantRules([
      databasesExport('n', [{ ...secretsClaim, ...field }]),
    ]);
    const verbs = verbsOf(rules, 'secrets');
    expect(verbs.filter(verb => !readAndMark.includes(verb))).toEqual(extra);
  });

  it('unite several claims of one type and do not depend on the order', () => {
    const owned = { ...secretsClaim, selector: { owner: 'Consumer' as const } };
    const one = databasesExport('n', [secretsClaim]);
    const two = databasesExport('n', [owned, configMapsClaim]);
    const other = { ...two, spec: { ...two.spec, group: 'b.test' } };
    expect(tenantRules([one, other])).toEqual(tenantRules([other, one]));
    expect(verbsOf(tenantRules([one, other]), 'secrets')).toEqual(all);
  });

  it('go with the cluster namespace that owns them', () => {
    const role = tenantClusterRole({ name: 'cluster-x', uid: 'u' }, []);
    expect(role.metadata.name).toBe('klutch-binder-cluster-x');
    expect(role.metadata.ownerReferences).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Namespace',
        name: 'cluster-x',
        uid: 'u',
        controller: true,
      },
    ]);
  });
});

describe('role that comes with a template', () => {
  it('holds exactly what the backend will pass on', () => {
    const claims = [secretsClaim, configMapsClaim];
    const role = templateRole(databasesTemplate(claims));
    expect(role.metadata).toEqual({
      name: 'klutch-template-databases.example.test',
      labels: { [labels.aggregateToBackend]: 'true' },
    });
    expect(role.rules).toEqual(tenantRules([databasesExport('n', claims)]));
  });

  it('is planned together with the template', () => {
    const [template, role] = planTemplate({
      ...databases,
      claims: [secretsClaim],
    });
    expect(template.metadata).toEqual({
      name: 'databases.example.test',
      namespace: 'crossplane-system',
    });
    expect(template.spec).toEqual({
      APIServiceSelector: { group: 'example.test', resource: 'databases' },
      permissionClaims: [secretsClaim],
    });
    expect(role).toEqual(templateRole(template));
  });

  it('is quoted as YAML where it is missing', () => {
    const message = missingRightsMessage([{ api: databases, claims: [] }]);
    expect(message).toContain('Apply this to the control plane');
    expect(message).toContain('name: klutch-template-databases.example.test');
  });
});

describe('role of the konnector for an API', () => {
  const role = konnectorApiRole(databases, [secretsClaim, configMapsClaim]);

  it('is gathered into the role of the konnector', () => {
    expect(role.metadata).toEqual({
      name: 'klutch-konnector-databases.example.test',
      labels: { [labels.aggregateToKonnector]: 'true' },
    });
  });

  it('lets only users delete instances', () => {
    expect(verbsOf(role.rules, 'databases')).toEqual([
      ...read,
      'create',
      'patch',
    ]);
    expect(verbsOf(role.rules, 'databases/status')).toEqual(['patch']);
  });

  it('mirrors who owns claimed objects', () => {
    expect(verbsOf(role.rules, 'secrets')).toEqual([
      ...read,
      'create',
      'patch',
      'delete',
    ]);
    expect(verbsOf(role.rules, 'configmaps')).toEqual([...read, 'patch']);
  });
});

describe('roles of the backend', () => {
  const [gathered, base, binder] = backendRoles();
  const rules = [...(base?.rules ?? []), ...(binder?.rules ?? [])];

  it('are gathered by label, so that templates can add to them', () => {
    expect(gathered?.aggregationRule?.clusterRoleSelectors).toEqual([
      { matchLabels: base?.metadata.labels },
    ]);
    expect(gathered).not.toHaveProperty('rules');
  });

  it('hold no wildcard and no way to escalate or impersonate (B12)', () => {
    const words = rules.flatMap(rule => [
      ...rule.verbs,
      ...(rule.resources ?? []),
      ...(rule.apiGroups ?? []),
    ]);
    expect(words).not.toContain('*');
    expect(words).not.toContain('escalate');
    expect(words).not.toContain('impersonate');
    expect(rules.filter(({ verbs }) => verbs.includes('bind'))).toEqual([
      {
        apiGroups: ['rbac.authorization.k8s.io'],
        resources: ['clusterroles'],
        resourceNames: ['klutch-binder'],
        verbs: ['bind'],
      },
    ]);
  });

  it('cannot make a cluster-wide grant', () => {
    expect(verbsOf(rules, 'clusterrolebindings').sort()).toEqual([
      'delete',
      'list',
      'watch',
    ]);
  });

  it("read no secrets but the backend's own, by name", () => {
    expect(verbsOf(base?.rules, 'secrets')).toEqual(['create']);
    expect(verbsOf(base?.rules, 'serviceaccounts/token')).toEqual([]);
    expect(
      verbsOf(base?.rules, 'serviceaccounts/token', 'klutch-binder'),
    ).toEqual(['create']);
  });
});

describe('choice of a template', () => {
  const template = (name: string, creationTimestamp: string) => ({
    ...databasesTemplate(),
    metadata: { name, namespace: 'default', creationTimestamp },
  });

  it('takes the oldest of several, and none that is being deleted', () => {
    const old = template('z', '2026-01-01T00:00:00Z');
    const young = template('a', '2026-02-01T00:00:00Z');
    expect(findTemplate([young, old], databases)).toBe(old);
    const ending = {
      ...old,
      metadata: { ...old.metadata, deletionTimestamp: '2026-03-01T00:00:00Z' },
    };
    expect(findTemplate([ending, young], databases)).toBe(young);
    expect(
      findTemplate([old], { ...databases, group: 'other.test' }),
    ).toBeUndefined();
  });
});
