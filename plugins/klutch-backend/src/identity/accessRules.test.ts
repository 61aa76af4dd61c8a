import { isAllowedBy, isAllowedByAny, type AccessRules } from './accessRules';

const rules = (
  change: Partial<AccessRules['resourceRules'][number]> = {},
): AccessRules => ({
  incomplete: false,
  resourceRules: [
    { verbs: ['list'], apiGroups: ['g.io'], resources: ['sqls'], ...change },
  ],
});

it.each([
  ['the verb, group and resource', {}, true],
  ['every verb', { verbs: ['*'] }, true],
  ['every group', { apiGroups: ['*'] }, true],
  ['every resource', { resources: ['*'] }, true],
  ['another verb', { verbs: ['get'] }, false],
  ['another group', { apiGroups: [''] }, false],
  ['another resource', { resources: ['caches'] }, false],
  ['a subresource', { resources: ['sqls/status'] }, false],
  ['one object', { resourceNames: ['a'] }, false],
  ['paths', { apiGroups: undefined, resources: undefined }, false],
])('a rule for %s', (_, change, expected) => {
  expect(isAllowedBy(rules(change), 'list', 'sqls.g.io')).toBe(expected);
});

it.each([
  ['one that covers the object', ['b', 'a'], true],
  ['others', ['b'], false],
])('a rule for named objects: %s', (_, resourceNames, expected) => {
  const named = rules({ resourceNames });
  const covers = (names: readonly string[]) => names.includes('a');
  expect(isAllowedBy(named, 'list', 'sqls.g.io', covers)).toBe(expected);
});

it('allows what any rule allows', () => {
  const { resourceRules } = rules({ verbs: ['get'] });
  const both = {
    incomplete: false,
    resourceRules: [...resourceRules, ...rules().resourceRules],
  };
  expect(isAllowedBy(both, 'list', 'sqls.g.io')).toBe(true);
});

describe('several rules', () => {
  const allowing = rules();
  const refusing = rules({ verbs: ['get'] });
  const incomplete = { ...allowing, incomplete: true };

  it.each([
    ['allow what one of them allows', [refusing, allowing], true],
    ['allow it even if others are missing', [allowing, undefined], true],
    ['allow nothing that none of them allows', [refusing, refusing], false],
    [
      'leave unknown what missing ones may allow',
      [refusing, undefined],
      undefined,
    ],
    [
      'leave unknown what incomplete ones say',
      [refusing, incomplete],
      undefined,
    ],
  ])('%s', (_, all, expected) => {
    expect(isAllowedByAny(all, 'list', 'sqls.g.io')).toBe(expected);
  });
});
