import { topCosts } from './cpuProfile';

const frame = (
  functionName: string,
  lineNumber = 0,
  url = 'file:///a/b.cjs',
) => ({
  functionName,
  lineNumber,
  url,
});

it('sums up samples by function, without idle time', () => {
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(idle)', 0, '') },
      { id: 2, callFrame: frame('reconcile', 9) },
      { id: 3, callFrame: frame('', 4) },
      // The same function, called by another one.
      { id: 4, callFrame: frame('reconcile', 9) },
      { id: 5, callFrame: frame('(garbage collector)', 0, '') },
    ],
    samples: [1, 2, 3, 4, 5],
    timeDeltas: [1_000, 30, 20, 30, 20],
  };
  expect(topCosts(profile, 2)).toEqual([
    { where: 'reconcile (b.cjs:10)', share: 0.6 },
    { where: '(anonymous) (b.cjs:5)', share: 0.2 },
  ]);
});
