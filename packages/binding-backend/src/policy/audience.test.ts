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
const users = (list: string) => ({ [policyAnnotations.users]: list });

describe('an API whose template names nobody', () => {
  it.each<[string, DefaultAudience | undefined, boolean]>([
    ['everybody where nothing is configured', undefined, true],
    ['everybody', 'everyone', true],
    ['nobody', 'nobody', false],
    ['members of its groups', ['other', 'data'], true],
    ['nobody else', ['other'], false],
    ['nobody by an empty list', [], false],
  ])('R12: is for %s', (_, defaultAudience, expected) => {
    expect(decide(alice, [company], {}, defaultAudience)).toBe(expected);
  });
});

it('R12: a template that names somebody has no default audience', () => {
  expect(decide(alice, [company], groups('data'), 'nobody')).toBe(true);
  expect(decide(alice, [company], users('bob'), 'everyone')).toBe(false);
  expect(decide(alice, [company], groups(''), ['data'])).toBe(false);
});

describe('where people come from several issuers', () => {
  const both = [company, partners];

  it('R12: names without an issuer count at none', () => {
    for (const who of [alice, mallory]) {
      expect(decide(who, both, groups('data'))).toBe(false);
      expect(decide(who, both, users('alice'))).toBe(false);
    }
    const named = groups(`data,${company}#data`);
    expect(decide(alice, both, named)).toBe(true);
    expect(decide(mallory, both, named)).toBe(false);
  });

  it('R12: a default audience without issuers is refused', () => {
    const configured = (defaultAudience: DefaultAudience, issuers = both) =>
      audienceOf({ defaultAudience, issuers });
    expect(() => configured([`${company}#data`, 'data'])).toThrow(
      `people sign in at several places (${company}, ${partners}), and "data" does not say at which of them the group is. Write <issuer>#<group>.`,
    );
    expect(() => configured([`${company}#data`])).not.toThrow();
    expect(() => configured([`${portalIssuer}#group:default/x`])).not.toThrow();
    expect(() => configured('nobody')).not.toThrow();
    expect(() => configured(['data'], [company, company])).not.toThrow();
  });
});
