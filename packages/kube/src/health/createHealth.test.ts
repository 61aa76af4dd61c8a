import { until } from '../testing/until';
import { createHealth } from './createHealth';
import { Health, HealthCheck, HealthOptions } from './Health';

let health: Health | undefined;
afterEach(() => health?.close());

function make(options: HealthOptions): Health {
  health = createHealth(options);
  return health;
}

const well: HealthCheck = { name: 'a', problem: () => undefined };
const ill: HealthCheck = { name: 'b', problem: () => 'it is broken' };

it('is ready when no check has a problem', () => {
  expect(make({ checks: [well] }).ready()).toEqual({
    ok: true,
    problems: {},
    checked: ['a'],
  });
  expect(make({ checks: [well, ill] }).ready()).toEqual({
    ok: false,
    problems: { b: 'it is broken' },
    checked: ['a', 'b'],
  });
  expect(make({}).ready().ok).toBe(true);
});

it('does not restart a process for what only makes it unready', () => {
  expect(make({ checks: [ill] }).live()).toEqual({
    ok: true,
    problems: {},
    checked: ['event loop'],
  });
  expect(make({ liveChecks: [ill] }).live().problems).toEqual({
    b: 'it is broken',
  });
});

it('asks each time which checks there are, when told so', () => {
  const checks = [well];
  const { ready, live } = make({
    checks: () => checks,
    liveChecks: () => checks,
  });
  expect(ready().ok).toBe(true);
  checks.push(ill);
  expect(ready().problems).toEqual({ b: 'it is broken' });
  expect(live().checked).toEqual(['event loop', 'a', 'b']);
});

describe('checks that fail themselves', () => {
  const failed = () => {
    throw new Error('no idea');
  };
  const rejected = async () => failed();

  /** A rejection that nobody hears ends a process; here it fails the test. */
  const quiet = () =>
    new Promise(resolve => {
      setTimeout(resolve, 0);
    });

  it.each([
    ['throws', failed],
    ['rejects', rejected],
    ['never answers', () => new Promise(() => undefined)],
  ])('a list that %s is a problem', async (_, list) => {
    const { ready, live } = make({
      checks: list as never,
      liveChecks: list as never,
    });
    expect(ready()).toEqual({
      ok: false,
      problems: { checks: expect.stringMatching(/no idea|promise/) },
      checked: ['checks'],
    });
    expect(live().checked).toEqual(['event loop', 'checks']);
    expect(live().ok).toBe(false);
    await quiet();
  });

  it.each([
    ['throws', failed],
    ['rejects', rejected],
    ['never answers', () => new Promise(() => undefined)],
    ['answers later that all is well', async () => undefined],
  ])('one that %s is a problem, and the others are asked', async (_, ask) => {
    const check: HealthCheck = { name: 'c', problem: ask as never };
    const { problems } = make({ checks: [check, ill] }).ready();
    expect(problems).toEqual({
      b: 'it is broken',
      c: expect.stringMatching(/no idea|promise/),
    });
    await quiet();
  });
});

describe('the event loop', () => {
  const options = { maxEventLoopDelayMs: 100, periodMs: 100 };
  const block = (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
  /** Each time longer than a period, with hardly a pause: so each period is a bad one. */
  async function blockAgain(times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      block(300);
      await new Promise(resolve => {
        setTimeout(resolve, 10);
      });
    }
  }

  it('may stand still once', async () => {
    const { live } = make(options);
    await blockAgain(1);
    expect(live().ok).toBe(true);
  });

  it('must not stand still again and again, and recovers', async () => {
    const { live } = make(options);
    await blockAgain(5);
    expect(live().problems['event loop']).toMatch(/stood still for \d+ ms/);
    await until('it has recovered', () => live().ok);
  });
});
