import { groupsOf } from './groups';

const groupOf = (member: string) => ({ a: 'A', b: 'B' })[member[0] ?? ''];

it('keeps groups in the order of their first members, after members without a group', () => {
  expect(groupsOf(['b1', 'x', 'a1', 'b2'], groupOf)).toEqual([
    { members: ['x'] },
    { title: 'B', members: ['b1', 'b2'] },
    { title: 'A', members: ['a1'] },
  ]);
});

it('has no empty group', () => {
  expect(groupsOf([], groupOf)).toEqual([]);
  expect(groupsOf(['a1'], groupOf)).toEqual([{ title: 'A', members: ['a1'] }]);
});
