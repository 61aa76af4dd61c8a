import { ageText, tableText } from './table';

it('aligns columns', () => {
  expect(
    tableText([
      ['A', 'LONG', 'C'],
      ['abc', '', 'x'],
    ]),
  ).toBe('A     LONG   C\nabc          x\n');
});

it('lets no text of a service control the terminal', () => {
  expect(
    tableText([
      ['A', 'B'],
      ['\u001b[2Jx', 'a\nb'],
    ]),
  ).toBe('A       B\n?[2Jx   a\\nb\n');
});

it.each([
  ['2026-01-10T00:00:00Z', '0s'],
  ['2026-01-09T23:58:30Z', '90s'],
  ['2026-01-09T23:55:00Z', '5m'],
  ['2026-01-07T00:00:00Z', '3d'],
  [undefined, '<unknown>'],
])('shows the age of %s as %s', (timestamp, expected) => {
  expect(ageText(timestamp, new Date('2026-01-10T00:00:00Z'))).toBe(expected);
});
