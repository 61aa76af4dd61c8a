import {
  claimProblems,
  labelSelectorsText,
  listText,
  parseLabelSelectors,
  withField,
  type EditedClaim,
} from './claimFields';
import { claimRisks } from './claimRisks';
import { schemaFields } from './schemaFields';
import {
  contentChanges,
  contentsOf,
  isUnchosen,
  namesWithoutIssuer,
  writtenAudience,
} from './templateContents';

const secrets: EditedClaim = {
  group: '',
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider' },
};
const read = (change: Partial<EditedClaim> = {}): EditedClaim => ({
  ...secrets,
  selector: { owner: 'Consumer' },
  ...change,
});

describe('fields of a claim', () => {
  it('are removed with their empty group', () => {
    const changed = withField(secrets, 'update.fields', ['data']);
    expect(changed).toEqual({ ...secrets, update: { fields: ['data'] } });
    expect(withField(changed, 'update.fields', undefined)).toEqual(secrets);
  });

  it('show the selection of everything as empty', () => {
    expect(
      listText(withField(secrets, 'selector.names', ['*']), 'selector.names'),
    ).toBe('');
  });

  it('have labels as text, and back', () => {
    const selectors = [{ tier: 'gold', env: 'prod' }, { tier: '' }];
    const claim = withField(secrets, 'selector.labelSelectors', selectors);
    expect(labelSelectorsText(claim)).toBe('tier=gold, env=prod\ntier=');
    expect(parseLabelSelectors(labelSelectorsText(claim))).toEqual({
      selectors,
    });
    expect(parseLabelSelectors('  ')).toEqual({ selectors: undefined });
    expect(parseLabelSelectors('gold')).toBeUndefined();
  });

  it('are checked', () => {
    expect(claimProblems(secrets)).toEqual([]);
    expect(
      claimProblems({
        group: '',
        resource: 'Secret',
        version: '',
        autoAdopt: true,
        autoDonate: true,
      }),
    ).toEqual(['resource', 'version', 'exclusive']);
  });
});

it.each<[string, EditedClaim, string[]]>([
  ['places Secrets', secrets, ['placesSecrets']],
  ['reads all Secrets', read(), ['readsEverySecret']],
  [
    'reads some Secrets',
    read({ selector: { owner: 'Consumer', names: ['a'] } }),
    ['readsSomeSecrets'],
  ],
  [
    'does both, the worst first',
    { ...secrets, selector: {} },
    ['readsEverySecret', 'placesSecrets'],
  ],
  [
    'starts programs, and overwrites',
    {
      ...secrets,
      group: 'apps',
      resource: 'deployments',
      create: { replaceExisting: true },
    },
    ['runsCode', 'replacesExisting'],
  ],
  [
    'is of another group that has the same resource',
    read({ group: 'example.test' }),
    ['readsEverything'],
  ],
])('finds the risks of a claim that %s', (_, claim, ids) => {
  expect(claimRisks(claim).map(({ id }) => id)).toEqual(ids);
});

it('lists what differs between two states of an offer', () => {
  const before = { claims: [secrets], audience: {} };
  expect(contentChanges(before, before)).toEqual([]);
  expect(
    contentChanges(before, {
      claims: [{ ...secrets, required: true }, read()],
      audience: { groups: ['a'] },
    }),
  ).toEqual([
    {
      path: ['secrets/v1 Provider', 'required'],
      before: undefined,
      after: true,
    },
    { path: ['allowed', 'groups'], before: undefined, after: ['a'] },
    {
      path: ['secrets/v1 Consumer', 'claimed'],
      before: undefined,
      after: true,
    },
  ]);
});

it('tells an audience of nobody from one that is not chosen yet', () => {
  expect(contentsOf({ claims: [], audience: { users: [] } }).audience).toEqual({
    groups: [],
  });
  expect(isUnchosen({ groups: [] })).toBe(false);
  expect(isUnchosen({})).toBe(false);
  expect(isUnchosen({ groups: [], users: [], issuers: [] })).toBe(true);
  expect(isUnchosen({ groups: [], users: [], issuers: ['x'] })).toBe(false);
});

it('tells an audience of nobody from one of names', () => {
  expect(writtenAudience({ groups: [], users: [] })).toEqual({
    groups: [],
    users: [],
  });
  expect(writtenAudience({ groups: ['a'], users: [] })).toEqual({
    groups: ['a'],
  });
  const rules = {
    byDefault: {},
    issuers: ['klutch-portal'],
    needsIssuer: true,
  };
  const audience = { groups: ['klutch-portal#a', 'b'] };
  expect(namesWithoutIssuer(audience, rules)).toEqual(['b']);
});

it('lists the fields of a schema, but not those of every object', () => {
  const text = { type: 'string' };
  const fields = schemaFields({
    properties: {
      kind: text,
      spec: {
        type: 'object',
        required: ['plan'],
        properties: {
          plan: { ...text, description: 'Size' },
          users: {
            type: 'array',
            items: { type: 'object', properties: { name: text } },
          },
        },
      },
    },
  });
  expect(fields.map(({ path }) => path)).toEqual([
    'spec',
    'spec.plan',
    'spec.users',
    'spec.users[].name',
  ]);
  expect(fields[1]).toMatchObject({ description: 'Size', isRequired: true });
});
