import { tokensOf } from './objectArrivals';

describe('tokensOf', () => {
  const metadata = { namespace: 'n', name: 'o' };

  it.each([
    [{ metadata }, ['n/o', 'n/o#0']],
    [{ metadata, spec: { counter: 3 } }, ['n/o', 'n/o#3']],
    [{ metadata, status: { round: 0 } }, ['n/o', 'n/o#0', 'n/o@0']],
  ])('of %j', (object, expected) => {
    expect(tokensOf(object)).toEqual(expected);
  });
});
