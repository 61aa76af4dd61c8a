import { maxTimerMs } from '../wait';
import { Delays } from './Delays';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const dayMs = 86_400_000;

it.each([30 * dayMs, Infinity])(
  'delays a key that is due in %d ms by the longest timer',
  delayMs => {
    const due: string[] = [];
    const delays = new Delays(key => due.push(key));
    delays.set('a', {
      dueAt: performance.now() + delayMs,
      priority: 'status',
    });
    jest.advanceTimersByTime(dayMs);
    expect(due).toEqual([]);
    jest.advanceTimersByTime(maxTimerMs);
    expect(due).toEqual(['a']);
    expect(delays.get('a')).toBeUndefined();
  },
);
