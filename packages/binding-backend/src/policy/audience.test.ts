import { policyAnnotations } from '../backendNames';
import { audienceOf, type DefaultAudience } from './audience';
import { mayBind, policyOf, portalIssuer } from './mayBind';

const company = 'https://company.test';
const partners = 'https://partners.test';
const alice = { issuer: company, subject: 'alice', groups: ['data'] };
const mallory = { issuer: partners, subject: 'alice', groups: ['data'] };

const decide = (
  who: typeof alice,
  issuers: readonly string[],
  annotations: Record<string, string> = {},
  defaultAudience?: DefaultAudience,
) =>
  mayBind(
    policyOf(
      { metadata: { name: 'x', annotations } },
      audienceOf({ issuers, defaultAudience }),
    ),
    who,
  );
const groups = (list: string) => ({ [policyAnnotations.groups]: list });
const issuersOf = (list: string) => ({ [policyAnnotations.issuers]: list });
const users = (list: string) => ({ [policyAnnotations.users]: list });

describe('an API whose template names no users or groups', () => {
  it.each<[string, DefaultAudience | undefined, boolean]>([
    ['all users where nothing is configured', undefined, true],
    ['everybody', 'everyone', true],
    ['nobody', 'nobody', false],
    ['members of its groups', ['other', 'data'], true],
    ['no other users', ['other'], false],
    ['no user with an empty list', [], false],
  ])('R12: is for %s', (_, defaultAudience, expected) => {
    expect(decide(alice, [company], {}, defaultAudience)).toBe(expected);
  });
});

it('R12: has no default audience when its template names users or groups', () => {
  expect(decide(alice, [company], groups('data'), 'nobody')).toBe(true);
  expect(decide(alice, [company], users('bob'), 'everyone')).toBe(false);
  expect(decide(alice, [company], groups(''), ['data'])).toBe(false);
});

describe('with several issuers', () => {
  const both = [company, partners];

  it('R12: ignores names without an issuer', () => {
    for (const who of [alice, mallory]) {
      expect(decide(who, both, groups('data'))).toBe(false);
      expect(decide(who, both, users('alice'))).toBe(false);
    }
    const named = groups(`data,${company}#data`);
    expect(decide(alice, both, named)).toBe(true);
    expect(decide(mallory, both, named)).toBe(false);
  });

  it('R12: is for everybody of the issuers that a template names', () => {
    const named = { ...groups('data'), ...issuersOf(partners) };
    expect(decide(alice, both, named)).toBe(false);
    expect(decide(mallory, both, named)).toBe(true);
  });

  it('R12: refuses a default audience without issuers', () => {
    const configured = (defaultAudience: DefaultAudience, issuers = both) =>
      audienceOf({ defaultAudience, issuers });
    expect(() => configured([`${company}#data`, 'data'])).toThrow(
      `users sign in at several issuers (${company}, ${partners}), and "data" does not name the issuer of the group. Write <issuer>#<group>.`,
    );
    expect(() => configured([`${company}#data`])).not.toThrow();
    expect(() => configured([`${portalIssuer}#group:default/x`])).not.toThrow();
    expect(() => configured('nobody')).not.toThrow();
    expect(() => configured(['data'], [company, company])).not.toThrow();
  });
});
