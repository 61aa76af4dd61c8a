import { thing } from '../testing/objects';
import { carriesMarks, carriesOtherMarks, type Marks } from './Mapping';

const of = (cluster: string): Marks => ({ annotations: { cluster } });
const results = (marked: Partial<Marks>, marks: Marks) => [
  carriesMarks(thing(marked), marks),
  carriesOtherMarks(thing(marked), marks),
];

it('distinguishes our marks, those of others, and none', () => {
  expect(results(of('x'), of('x'))).toEqual([true, false]);
  expect(results(of('y'), of('x'))).toEqual([false, true]);
  expect(results(of(''), of('x'))).toEqual([false, true]);
  expect(results({}, of('x'))).toEqual([false, false]);
});

it('accepts everything where there are no marks', () => {
  expect(results(of('y'), { annotations: {} })).toEqual([true, false]);
});
