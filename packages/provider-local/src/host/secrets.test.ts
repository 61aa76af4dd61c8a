import { derivePassword, randomSecret } from './secrets';

describe('derived passwords', () => {
  it('are stable for a purpose, and different for every other', () => {
    const key = randomSecret();
    expect(derivePassword(key, 'a')).toBe(derivePassword(key, 'a'));
    expect(
      new Set([
        derivePassword(key, 'a'),
        derivePassword(key, 'b'),
        derivePassword(randomSecret(), 'a'),
      ]).size,
    ).toBe(3);
    expect(derivePassword(key, 'a')).toMatch(/^[\w-]{32}$/);
  });
});
