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
    done.push('heard');
  } catch {
    done.push('crashed');
  }
  return done;
};

it('lets everything through until it is armed, and reads until it happens', () => {
  const point = new CrashPoint();
  expect(send(point, write())).toEqual(['sent', 'heard']);
  point.arm(1, 'before');
  expect(send(point, read)).toEqual(['sent', 'heard']);
});

it('happens before the write, or after it, and then nothing goes on', () => {
  for (const [when, seen] of [
    ['before', ['crashed']],
    ['after', ['sent', 'crashed']],
  ] as const) {
    const point = new CrashPoint();
    point.arm(2, when);
    expect(send(point, write())).toEqual(['sent', 'heard']);
    expect(send(point, write())).toEqual(seen);
    expect(point.crashedAt).toMatchObject({ verb: 'patch' });
    expect(send(point, read)).toEqual(['crashed']);
  }
});
