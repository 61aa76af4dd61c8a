import type { PolicyRule } from '@klutch/kube';
import type { AccessRules } from '../identity/accessRules';
import { claimAccess } from './claimAccess';

const target = {
  ref: { cluster: 'a', namespace: 'team-a', resource: 'sqls.g.io', name: 'db' },
  info: {
    type: 'instance',
    relatedApis: {
      binding: 'bindings.g.io',
      backup: 'backups.g.io',
      restore: 'restores.g.io',
    },
  },
} as const;

const rule = (
  apiGroups: string[],
  resources: string[],
  verbs: string[],
  resourceNames?: string[],
): PolicyRule => ({ apiGroups, resources, verbs, resourceNames });

const accessBy = (
  resourceRules: PolicyRule[],
  more: Partial<AccessRules> = {},
) => claimAccess({ incomplete: false, resourceRules, ...more }, target);

const everyType = ['instance', 'binding', 'backup', 'restore'];
const nothing = {
  change: [],
  create: [],
  delete: [],
  reveal: false,
  hidden: everyType,
};
const everything = {
  change: everyType,
  create: everyType,
  delete: everyType,
  reveal: true,
  hidden: [],
};

it.each([
  ['nothing by no rule', [], nothing],
  [
    'nothing by rules to read claims',
    [rule(['g.io'], ['*'], ['get', 'list', 'watch'])],
    { ...nothing, hidden: [] },
  ],
  ['everything by wildcards', [rule(['*'], ['*'], ['*'])], everything],
  [
    'nothing by rules of other groups',
    [rule(['h.io'], ['*'], ['*']), rule([''], ['configmaps'], ['*'])],
    nothing,
  ],
  [
    'a change by the right to patch, not to update',
    [
      rule(['g.io'], ['sqls'], ['patch']),
      rule(['g.io'], ['backups', 'sqls'], ['update']),
    ],
    { ...nothing, change: ['instance'] },
  ],
  [
    'what each API allows',
    [
      rule(['g.io'], ['bindings', 'backups'], ['create']),
      rule(['*'], ['bindings'], ['delete']),
    ],
    { ...nothing, create: ['binding', 'backup'], delete: ['binding'] },
  ],
  [
    'no restore without the right to read Secrets',
    [rule(['g.io'], ['*'], ['*'])],
    {
      ...everything,
      create: ['instance', 'binding', 'backup'],
      reveal: false,
    },
  ],
])('allows %s', (_, rules, expected) => {
  expect(accessBy(rules)).toEqual(expected);
});

describe('rules for named objects', () => {
  const named = (...names: string[]) =>
    accessBy([rule(['g.io'], ['sqls'], ['patch', 'delete', 'create'], names)]);

  it('allow to change and delete this claim, but to create none', () => {
    expect(named('other', 'db')).toEqual({
      ...nothing,
      change: ['instance'],
      delete: ['instance'],
    });
    expect(named('other')).toEqual(nothing);
  });

  it('may be for any related claim and Secret, but do not allow a restore', () => {
    expect(
      accessBy([
        rule(['g.io'], ['bindings'], ['delete'], ['app']),
        rule(['g.io'], ['restores'], ['create']),
        rule([''], ['secrets'], ['get'], ['app-creds']),
      ]),
    ).toEqual({ ...nothing, delete: ['binding'], reveal: true });
  });
});

it('leaves the decision to a cluster that does not list all its rules', () => {
  expect(accessBy([], { incomplete: true })).toEqual(everything);
});

it('leaves the decision to a cluster whose rules are unknown', () => {
  expect(claimAccess(undefined, target)).toEqual(everything);
});

it('is about the APIs that the service has', () => {
  const info = { type: 'binding', relatedApis: {} } as const;
  expect(claimAccess(undefined, { ...target, info })).toEqual({
    ...everything,
    change: ['binding'],
    create: ['binding'],
    delete: ['binding'],
  });
});
