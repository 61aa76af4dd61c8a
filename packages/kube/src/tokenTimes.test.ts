import { readTokenTimes } from './tokenTimes';

const jwt = (claims: unknown) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

it.each([
  [
    'all times',
    jwt({ iat: 1, nbf: 2, exp: 3 }),
    {
      issuedAt: new Date(1_000),
      notBefore: new Date(2_000),
      expiresAt: new Date(3_000),
    },
  ],
  ['a token without times', jwt({ sub: 'x' }), {}],
  [
    'an issue time that is no date',
    jwt({ iat: 'now', exp: 3 }),
    { expiresAt: new Date(3_000) },
  ],
  ['an expiry that is no date', jwt({ exp: 'soon' }), undefined],
  ['an expiry out of the range of dates', jwt({ exp: 1e300 }), undefined],
  ['claims that are no object', jwt(null), undefined],
  ['claims that are a text', jwt('exp'), undefined],
  ['an opaque token', 'abcdef', undefined],
  ['three parts that are no token', 'a.b.c', undefined],
  ['an empty token', '', undefined],
])('reads %s', (_what, token, times) => {
  expect(readTokenTimes(token)).toEqual(times);
});
