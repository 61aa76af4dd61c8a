import { tokenLifetimeMs } from './tokenLifetimeMs';

const tokenOf = (payload: unknown) =>
  `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.sig`;

describe('lifetime of a token', () => {
  it("is measured by the API server's clock alone", () => {
    expect(tokenLifetimeMs(tokenOf({ iat: 5_000, exp: 5_600 }))).toBe(600_000);
  });

  it.each([
    '',
    'opaque',
    'a.b.c',
    tokenOf(null),
    tokenOf({ exp: 1 }),
    tokenOf({ iat: '1', exp: 2 }),
    tokenOf({ iat: 2, exp: 2 }),
  ])('is unknown for %s', token => {
    expect(tokenLifetimeMs(token)).toBeUndefined();
  });
});
