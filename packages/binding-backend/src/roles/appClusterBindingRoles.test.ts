import { labels, remoteBindingRoles } from '@klutch/bind-api';
import { appClusterBindingRoles } from './appClusterBindingRoles';
import { backendRoles } from './backendRoles';

describe('rights for AppClusterBindings', () => {
  const [role] = appClusterBindingRoles();
  const rules = role?.rules ?? [];
  const verbsOn = (resource: string) =>
    rules
      .filter(({ resources }) => resources?.includes(resource))
      .flatMap(({ verbs }) => verbs);

  it('belong to the backend only where an operator applies them', () => {
    expect(role?.metadata.labels).toEqual({
      [labels.aggregateToBackend]: 'true',
    });
    expect(backendRoles()).not.toContainEqual(role);
  });

  it('read secrets one by one, and write none', () => {
    expect(verbsOn('secrets')).toEqual(['get']);
  });

  it('hold no wildcard and no way to escalate', () => {
    const ruleTexts = rules.flatMap(
      ({ verbs, resources = [], apiGroups = [] }) => [
        ...verbs,
        ...resources,
        ...apiGroups,
      ],
    );
    for (const word of ['*', 'escalate', 'bind', 'impersonate']) {
      expect(ruleTexts).not.toContain(word);
    }
  });

  it('write roles and Deployments of fixed names only', () => {
    for (const resource of ['roles', 'rolebindings', 'deployments']) {
      const named = rules.filter(({ resources }) =>
        resources?.includes(resource),
      );
      expect(named.map(({ resourceNames }) => resourceNames?.length)).toEqual([
        1,
      ]);
    }
  });

  it('include the rights granted to konnectors', () => {
    const [passedOn] = remoteBindingRoles('n');
    expect(rules).toEqual(expect.arrayContaining(passedOn.rules ?? []));
  });
});
