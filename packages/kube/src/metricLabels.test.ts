import { boundedLabel, codeLabel } from './metricLabels';

it('passes the first values through, and replaces further ones by "other"', () => {
  const label = boundedLabel(2);
  expect(['a', 'b', 'c', 'a', 'd'].map(label)).toEqual([
    'a',
    'b',
    'other',
    'a',
    'other',
  ]);
});

it.each([
  [0, '0'],
  [200, '200'],
  [429, '429'],
  [418, '4xx'],
  [599, '5xx'],
  [1_200, 'other'],
  [-100, 'other'],
  [Infinity, 'other'],
])('labels %d as %s', (code, label) => {
  expect(codeLabel(code)).toBe(label);
});
