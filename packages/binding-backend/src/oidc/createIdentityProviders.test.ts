import { BindingError } from '../errors/BindingError';
import { createIdentityProviders } from './createIdentityProviders';
import type { IdentityProviderOptions } from './identityProviderOptions';

const keycloak: IdentityProviderOptions = {
  id: 'keycloak',
  issuer: 'https://keycloak.example/realms/klutch',
  clientId: 'klutch',
};

it('returns providers in the order of the configuration', () => {
  const providers = createIdentityProviders([
    { ...keycloak, title: 'Keycloak' },
    { ...keycloak, id: 'other', clientId: 'other', legacyIdentity: true },
    { ...keycloak, id: 'sandbox', issuer: 'http://localhost:7000' },
    { ...keycloak, id: 'six', issuer: 'http://[::1]:7000' },
  ]);
  expect(providers.map(({ id, title }) => [id, title])).toEqual([
    ['keycloak', 'Keycloak'],
    ['other', 'other'],
    ['sandbox', 'sandbox'],
    ['six', 'six'],
  ]);
});

describe('providers are refused', () => {
  const other = { ...keycloak, id: 'other', clientId: 'other' };
  it.each<[string, IdentityProviderOptions[], RegExp]>([
    [
      'with one id for two',
      [keycloak, { ...other, id: 'keycloak' }],
      /Two identity/,
    ],
    [
      'with legacyIdentity for two',
      [
        { ...keycloak, legacyIdentity: true },
        { ...other, legacyIdentity: true },
      ],
      /"keycloak" and "other" are all marked legacyIdentity/,
    ],
    [
      'with one client for two',
      [keycloak, { ...keycloak, id: 'again' }],
      /"keycloak" and "again" have the same issuer and client id/,
    ],
    ['without a client', [{ ...keycloak, clientId: '' }], /no client id/],
    ['with an invalid id', [{ ...keycloak, id: 'a/b' }], /an invalid id/],
    ...[
      'http://keycloak.example',
      'http://localhost.example',
      'http://127.0.0.1.example',
      'http://10.0.0.1',
      'ftp://localhost',
    ].map((issuer): [string, IdentityProviderOptions[], RegExp] => [
      `with the issuer ${issuer}`,
      [{ ...keycloak, issuer }],
      /Use https/,
    ]),
    [
      'with an issuer that is not a URL',
      [{ ...keycloak, issuer: 'keycloak' }],
      /not a URL/,
    ],
    ...['?a=b', '#a'].map(
      (end): [string, IdentityProviderOptions[], RegExp] => [
        `with an issuer that ends in ${end}`,
        [{ ...keycloak, issuer: `${keycloak.issuer}${end}` }],
        /which is not valid/,
      ],
    ),
    [
      'with a password in the issuer',
      [{ ...keycloak, issuer: 'https://user:canary@keycloak.example' }],
      /which is not valid/,
    ],
  ])('%s', (_, all, message) => {
    expect(() => createIdentityProviders(all)).toThrow(BindingError);
    expect(() => createIdentityProviders(all)).toThrow(message);
    expect(() => createIdentityProviders(all)).not.toThrow(/canary/);
  });
});
