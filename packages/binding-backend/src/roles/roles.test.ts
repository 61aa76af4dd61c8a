import {
  konnectorApiRole,
  labels,
  type PermissionClaim,
} from '@klutch/bind-api';
import type { ClusterRole, PolicyRule } from '@klutch/kube';
import {
  configMapsClaim,
  databases,
  databasesExport,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';
import { findTemplate } from '../apiResource';
import { backendRoles } from './backendRoles';
import { missingRights } from './rightsCheck';
import { offeringRules, planTemplate, templateRoles } from './templateRole';

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

const tenantRules = (claims: PermissionClaim[]) =>
  templateRoles(databasesTemplate(claims))[0].rules;

describe('rights of an app cluster in its service namespaces', () => {
  it('are all data verbs on the exported type', () => {
    expect(tenantRules([])).toEqual([
      { apiGroups: ['example.test'], resources: ['databases'], verbs: all },
    ]);
  });

  it('on claimed types are restricted by their owner (B12)', () => {
    const rules = tenantRules([secretsClaim, configMapsClaim]);
    expect(verbsOf(rules, 'secrets')).toEqual(readAndMark);
    expect(verbsOf(rules, 'configmaps')).toEqual(all);
  });

  it.each([
    [{ autoAdopt: true }, ['create', 'delete']],
    [{ autoDonate: true }, ['create', 'delete']],
    [{ onConflict: { recreateWhenConsumerSideDeleted: false } }, ['delete']],
    [{ onConflict: { recreateWhenConsumerSideDeleted: true } }, []],
  ])('extend with the owners that a claim permits (%j)', (field, extra) => {
    const rules = tenantRules([{ ...secretsClaim, ...field }]);
    const verbs = verbsOf(rules, 'secrets');
    expect(verbs.filter(verb => !readAndMark.includes(verb))).toEqual(extra);
  });

  it('combine several claims of one type, in any order', () => {
    const owned = { ...secretsClaim, selector: { owner: 'Consumer' as const } };
    const claims = [secretsClaim, owned, configMapsClaim];
    const rules = tenantRules(claims);
    expect(tenantRules([...claims].reverse())).toEqual(rules);
    expect(verbsOf(rules, 'secrets')).toEqual(all);
  });
});

describe('roles that come with a template', () => {
  const claims = [secretsClaim, configMapsClaim];
  const template = databasesTemplate(claims);
  const [apiRole, backendRole] = templateRoles(template);

  it('R13: let the backend grant the rights, and give it none of them', () => {
    expect(apiRole.metadata).toEqual({
      name: 'klutch-api-databases.example.test',
    });
    expect(backendRole).toMatchObject({
      metadata: {
        name: 'klutch-template-databases.example.test',
        labels: { [labels.aggregateToBackend]: 'true' },
      },
      rules: [
        {
          resources: ['clusterroles'],
          resourceNames: [apiRole.metadata.name],
          verbs: ['bind'],
        },
        {
          resources: ['rolebindings'],
          resourceNames: [apiRole.metadata.name],
          verbs: ['patch', 'delete'],
        },
        { resources: ['databases'], verbs: ['list', 'watch'] },
      ],
    });
    expect(backendRole.rules).toHaveLength(3);
  });

  it('let the backend list and watch data of claimed custom types, too', () => {
    const claim = { ...secretsClaim, group: 'b.test', resource: 'buckets' };
    const [, role] = templateRoles(databasesTemplate([claim, secretsClaim]));
    expect(verbsOf(role.rules, 'buckets')).toEqual(['list', 'watch']);
    expect(verbsOf(role.rules, 'secrets')).toEqual([]);
  });

  it('are planned together with the template', () => {
    const planned = planTemplate({ ...databases, claims: [secretsClaim] });
    expect(planned[0].metadata).toEqual({
      name: 'databases.example.test',
      namespace: 'crossplane-system',
    });
    expect(planned[0].spec).toEqual({
      APIServiceSelector: { group: 'example.test', resource: 'databases' },
      permissionClaims: [secretsClaim],
    });
    expect(planned.slice(1)).toEqual(templateRoles(planned[0]));
  });

  it('require of operators only the rights that they grant', () => {
    expect(offeringRules([databases])).toEqual(backendRole.rules?.slice(0, 2));
    expect(offeringRules([])).toEqual([]);
  });
});

describe('rights of an export', () => {
  const claims = [secretsClaim, configMapsClaim];
  const apiExport = databasesExport('n', claims);
  const missing = (roles: readonly ClusterRole[]) =>
    missingRights(
      [apiExport],
      name => roles.find(({ metadata }) => metadata.name === name),
      true,
    );
  const roles = templateRoles(databasesTemplate(claims));
  const [apiRole, backendRole] = roles;

  it('can be granted once both roles exist', () => {
    expect(missing(roles)).toBeUndefined();
  });

  it.each<[string, ClusterRole[]]>([
    ['both are missing', []],
    ['the backend may not bind', [apiRole]],
    ['the role to bind is missing', [backendRole]],
    [
      'a claim was added later',
      [...templateRoles(databasesTemplate([secretsClaim]))],
    ],
    [
      'the backend may bind another role',
      [
        apiRole,
        {
          ...backendRole,
          rules: offeringRules([{ ...databases, resource: 'x' }]),
        },
      ],
    ],
    [
      'the role is not aggregated',
      [
        apiRole,
        { ...backendRole, metadata: { name: backendRole.metadata.name } },
      ],
    ],
    [
      'they are those of an earlier version',
      [{ ...backendRole, rules: apiRole.rules }],
    ],
  ])('need roles that are quoted as YAML: %s', (_, found) => {
    const { message, reason } = missing(found) ?? {};
    expect(reason).toBe('MissingRights');
    expect(message).toContain('Apply this to the control plane');
    for (const { metadata } of roles) {
      expect(message).toContain(`name: ${metadata.name}`);
    }
  });

  const missingFor = (field: object, isPolicyEnforced: boolean) => {
    const own = [{ ...secretsClaim, ...field }];
    const found = templateRoles(databasesTemplate(own));
    return missingRights(
      [databasesExport('n', own)],
      name => found.find(({ metadata }) => metadata.name === name),
      isPolicyEnforced,
    );
  };

  it.each([
    { selector: {} },
    { selector: { owner: 'Consumer' as const } },
    { autoAdopt: true },
  ])(
    'R09: wait for the policy where claims let app clusters create Secrets (%j)',
    field => {
      expect(missingFor(field, true)).toBeUndefined();
      expect(missingFor(field, false)).toEqual({
        reason: 'MissingAdmissionPolicy',
        message: expect.stringMatching(
          /selector\.owner: Provider(.|\n)*kind: ValidatingAdmissionPolicy\n/,
        ),
      });
    },
  );

  it('R09: wait for the policy where the live role is wider than the claims', () => {
    const [, bind] = roles;
    const own = [secretsClaim];
    const roleWithRule = (rule: object): ClusterRole => ({
      ...apiRole,
      rules: [
        ...(templateRoles(databasesTemplate(own))[0].rules ?? []),
        {
          apiGroups: [''],
          resources: ['secrets'],
          verbs: ['create'],
          ...rule,
        },
      ],
    });
    for (const rule of [{}, { resources: ['*'] }, { verbs: ['*'] }]) {
      const find = (name: string) =>
        [roleWithRule(rule), bind].find(
          ({ metadata }) => metadata.name === name,
        );
      const exports = [databasesExport('n', own)];
      expect(missingRights(exports, find, true)).toBeUndefined();
      expect(missingRights(exports, find, false)?.reason).toBe(
        'MissingAdmissionPolicy',
      );
    }
  });

  it('R09: do not wait for the policy where app clusters create no Secrets', () => {
    expect(missingFor({}, false)).toBeUndefined();
  });

  it('may be wider than needed', () => {
    const more = { apiGroups: [''], resources: ['events'], verbs: ['list'] };
    const wide = { ...apiRole, rules: [...(apiRole.rules ?? []), more] };
    expect(missing([wide, backendRole])).toBeUndefined();
  });
});

describe('role of the konnector for an API', () => {
  const role = konnectorApiRole(databases, [secretsClaim, configMapsClaim]);

  it('is aggregated into the role of the konnector', () => {
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

  it('has the counterpart of rights on claimed objects', () => {
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

  it('are aggregated by label, so that templates can add to them', () => {
    expect(gathered?.aggregationRule?.clusterRoleSelectors).toEqual([
      { matchLabels: base?.metadata.labels },
    ]);
    expect(gathered).not.toHaveProperty('rules');
  });

  it('hold no wildcard and no way to escalate or impersonate (B12)', () => {
    const ruleTexts = rules.flatMap(rule => [
      ...rule.verbs,
      ...(rule.resources ?? []),
      ...(rule.apiGroups ?? []),
    ]);
    expect(ruleTexts).not.toContain('*');
    expect(ruleTexts).not.toContain('escalate');
    expect(ruleTexts).not.toContain('impersonate');
    expect(rules.filter(({ verbs }) => verbs.includes('bind'))).toEqual([
      {
        apiGroups: ['rbac.authorization.k8s.io'],
        resources: ['clusterroles'],
        resourceNames: ['klutch-binder', 'klutch-secret-reader'],
        verbs: ['bind'],
      },
    ]);
  });

  it('write no ClusterRole, and cannot grant cluster-wide rights', () => {
    expect(verbsOf(rules, 'clusterroles').sort()).toEqual([
      'get',
      'list',
      'watch',
    ]);
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

  it('uses the oldest of several, and none that is being deleted', () => {
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
