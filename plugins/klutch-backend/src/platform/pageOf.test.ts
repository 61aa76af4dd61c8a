import { pageOf } from './pageOf';

it.each([
  ['the first page', 0, [1, 2]],
  ['a later page', 2, [3, 4]],
  ['the last page', 4, [5]],
  ['from any place', 3, [4, 5]],
  ['empty beyond the last page', 6, []],
])('is %s', (_, offset, items) => {
  expect(pageOf([1, 2, 3, 4, 5], { limit: 2, offset })).toEqual({
    items,
    total: 5,
  });
});
