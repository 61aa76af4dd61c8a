import type { Call } from './FaultyClient';
import { CrashPoint } from './CrashPoint';

const write = (): Call => ({ verb: 'patch', resource: 'things', name: 'a' });
const read: Call = { verb: 'get', resource: 'things', name: 'a' };
const send = (point: CrashPoint, call: Call): string[] => {
  const done: string[] = [];
  try {
    void point.faults.before?.(call);
    done.push('sent');
    void point.faults.answer?.(call, {});
    done.push('answered');
  } catch {
    done.push('crashed');
  }
  return done;
};

it('passes everything through until armed, and reads until the crash', () => {
  const point = new CrashPoint();
  expect(send(point, write())).toEqual(['sent', 'answered']);
  point.arm(1, 'before');
  expect(send(point, read)).toEqual(['sent', 'answered']);
});

it('crashes before or after the write, and then nothing is sent', () => {
  for (const [when, seen] of [
    ['before', ['crashed']],
    ['after', ['sent', 'crashed']],
  ] as const) {
    const point = new CrashPoint();
    point.arm(2, when);
    expect(send(point, write())).toEqual(['sent', 'answered']);
    expect(send(point, write())).toEqual(seen);
    expect(point.crashedAt).toMatchObject({ verb: 'patch' });
    expect(send(point, read)).toEqual(['crashed']);
  }
});

it('counts only the selected writes', () => {
  const point = new CrashPoint();
  point.arm(1, 'before', ({ name }) => name !== 'a');
  expect(send(point, write())).toEqual(['sent', 'answered']);
  expect(send(point, { ...write(), name: 'b' })).toEqual(['crashed']);
});

it('is due while its write is in progress, also when disarmed meanwhile', () => {
  const point = new CrashPoint();
  point.arm(1, 'after');
  const call = write();
  expect(point.isDue).toBe(false);
  void point.faults.before?.(call);
  expect(point.isDue).toBe(true);
  point.disarm();
  expect(() => point.faults.answer?.(call, {})).toThrow('crashes');
  expect(point.isDue).toBe(false);
});

it('crashes after a rejected write, too', () => {
  const point = new CrashPoint();
  point.arm(1, 'after');
  const call = write();
  void point.faults.before?.(call);
  expect(() => point.faults.failed?.(call)).toThrow('crashes');
  expect(point.crashedAt).toBe(call);
});
