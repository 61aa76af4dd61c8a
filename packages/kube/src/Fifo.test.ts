import fc from 'fast-check';
import { Fifo } from './Fifo';

const anyStep = fc.oneof(
  fc.constant('shift' as const),
  fc.record({ push: fc.nat(20) }),
  fc.record({ remove: fc.nat(20) }),
);

it('returns items in the order of their addition, without removed ones', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 300 }), steps => {
      const queue = new Fifo<number>();
      let expected: number[] = [];
      const taken: unknown[] = [];
      const expectedTaken: unknown[] = [];
      for (const step of steps) {
        if (step === 'shift') {
          taken.push(queue.shift());
          expectedTaken.push(expected.shift());
        } else if ('push' in step) {
          queue.push(step.push);
          expected = [...new Set([...expected, step.push])];
        } else {
          queue.remove(step.remove);
          expected = expected.filter(item => item !== step.remove);
        }
        expect(queue.size).toBe(expected.length);
      }
      expect(taken).toEqual(expectedTaken);
      const rest = Array.from({ length: queue.size }, () => queue.shift());
      expect(rest).toEqual(expected);
    }),
  );
});
