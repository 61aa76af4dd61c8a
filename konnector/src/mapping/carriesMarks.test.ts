import { thing } from '../testing/objects';
import { carriesMarks, carriesOtherMarks } from './carriesMarks';
import type { Marks } from './Mapping';

const of = (cluster: string): Marks => ({ annotations: { cluster } });
const says = (marked: Partial<Marks>, marks: Marks) => [
  carriesMarks(thing(marked), marks),
  carriesOtherMarks(thing(marked), marks),
];

it('tells what is for us, for another one, or does not say so', () => {
  expect(says(of('x'), of('x'))).toEqual([true, false]);
  expect(says(of('y'), of('x'))).toEqual([false, true]);
  expect(says(of(''), of('x'))).toEqual([false, true]);
  expect(says({}, of('x'))).toEqual([false, false]);
});

it('asks for nothing where there are no marks', () => {
  expect(says(of('y'), { annotations: {} })).toEqual([true, false]);
});
