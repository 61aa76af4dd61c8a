import { actionsOf, actionText, reviewActions } from './actionReviews';

it('lists each action of rules once, with subresources, names and namespaces', () => {
  const rules = [
    {
      apiGroups: ['', 'apps'],
      resources: ['pods/log'],
      verbs: ['get'],
      resourceNames: ['a', 'b'],
    },
    { apiGroups: [''], resources: ['pods/log'], verbs: ['get', 'list'] },
    { nonResourceURLs: ['/metrics'], verbs: ['get'] },
  ];
  expect(actionsOf([...rules, ...rules], 'team-a')).toHaveLength(6);
  expect(actionsOf(rules).map(actionText)).toContain('list pods/log');
  expect(actionsOf(rules, 'team-a')[0]).toEqual({
    verb: 'get',
    group: '',
    resource: 'pods',
    subresource: 'log',
    namespace: 'team-a',
    name: 'a',
  });
});

it('reviews all actions, and fails with the answer that fails', async () => {
  const [get, list] = actionsOf([
    { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] },
  ]);
  const actions = [get!, list!];
  expect(
    await reviewActions(actions, async ({ verb }) => verb === 'get'),
  ).toEqual([
    { action: get, allowed: true },
    { action: list, allowed: false },
  ]);
  await expect(
    reviewActions(actions, () => Promise.reject(new Error('away'))),
  ).rejects.toThrow('away');
});
