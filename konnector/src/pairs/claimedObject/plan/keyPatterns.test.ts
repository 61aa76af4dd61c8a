import fc from 'fast-check';
import { runWithTimeout } from '../../../testing/__testUtils__/runWithTimeout';
import { matchesAny, matchingEntries } from './keyPatterns';

const one = (pattern: string, key: string) => matchesAny([{ pattern }], key);

describe('key patterns', () => {
  it.each([
    ['app', 'app', true],
    ['app', 'apps', false],
    ['app*', 'apps', true],
    ['*', 'anything/at-all', true],
    ['example.com/*', 'example.com/a', true],
    ['example.com/*', 'exampleXcom/a', false],
    ['*.example.com/a', 'x.example.com/a', true],
    ['a*c*e', 'abcde', true],
    ['a*c*e', 'abde', false],
    ['', '', false],
    ['[a]+', 'a', false],
    ['aa*aa', 'aaa', false],
    ['a*b*b', 'ab', false],
    ['a**b', 'ab', true],
    ['**', '', true],
  ])('%s on %s: %s', (pattern, key, expected) => {
    expect(one(pattern, key)).toBe(expected);
  });

  it('match nothing when the pattern is missing', () => {
    expect(matchesAny([{}], 'a')).toBe(false);
  });

  it('match their own text, also with a part replaced by a star', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter(text => !text.includes('*')),
        fc.nat(),
        (text, at) => {
          const cut = at % text.length;
          expect(one(text, text)).toBe(true);
          expect(one(`${text.slice(0, cut)}*`, text)).toBe(true);
          expect(one(`*${text.slice(cut)}`, text)).toBe(true);
          expect(one(`${text}x`, text)).toBe(false);
        },
      ),
    );
  });

  it('match like the equivalent regular expression', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*') });
    fc.assert(
      fc.property(text, text, (pattern, other) => {
        const key = other.replaceAll('*', 'a');
        const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
        expect(one(pattern, key)).toBe(pattern !== '' && expected.test(key));
      }),
    );
  });

  it.each([
    ['*a'.repeat(40), 'b'],
    ['a*'.repeat(40), 'b'],
    ['*'.repeat(100_000), 'b'],
  ])('are evaluated without catastrophic backtracking: %#', (stars, last) => {
    // The longest key: a prefix of 253 characters, and a name of 63.
    const key = `${'a'.repeat(253)}/${'a'.repeat(63)}`;
    expect(runWithTimeout(() => one(`${stars}${last}`, key))).toBe(false);
  });

  it("never match the konnector's own keys and keys of tools", () => {
    expect(
      matchingEntries(
        {
          'klutch.anynines.com/resource-owner': 'Provider',
          'kubectl.kubernetes.io/last-applied-configuration': '{}',
          team: 'a',
        },
        [{ pattern: '*' }],
      ),
    ).toEqual({ team: 'a' });
  });
});
