import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { SortedClaims } from './SortedClaims';

const claim = (name: string) =>
  ({ cluster: 'c', namespace: 'n', resource: 'r', name }) as Schemas['Claim'];
const namesOf = (rows: readonly Schemas['Claim'][]) =>
  rows.map(({ name }) => name);

const rows = [claim('b'), claim('a')];

it('sorts the rows once for each order', () => {
  const sorted = new SortedClaims();
  const byPlace = sorted.of(rows);
  const descending = sorted.of(rows, '-name');
  expect(namesOf(byPlace)).toEqual(['a', 'b']);
  expect(namesOf(descending)).toEqual(['b', 'a']);
  expect(sorted.of(rows, 'where')).toBe(byPlace);
  expect(sorted.of(rows, '-name')).toBe(descending);
});

it('sorts the rows of the next version again', () => {
  const sorted = new SortedClaims();
  sorted.of(rows);
  expect(namesOf(sorted.of([...rows, claim('0')]))).toEqual(['0', 'a', 'b']);
});

it('has a changed row at its new place, and none that is gone', () => {
  const sorted = new SortedClaims();
  const kept = claim('c');
  const before = [claim('b'), claim('a'), kept];
  expect(namesOf(sorted.of(before, 'name'))).toEqual(['a', 'b', 'c']);
  const after = [claim('d'), kept, claim('b')];
  expect(namesOf(sorted.of(after, 'name'))).toEqual(['b', 'c', 'd']);
});
