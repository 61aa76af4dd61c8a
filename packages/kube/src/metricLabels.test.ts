import { boundedLabel, codeLabel } from './metricLabels';

it('lets known values through, and gathers what is too many', () => {
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
])('makes %d the label %s', (code, label) => {
  expect(codeLabel(code)).toBe(label);
});
