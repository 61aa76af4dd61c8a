import { eventually } from '../testing/eventually';
import { createHealth } from './createHealth';
import { Health, HealthCheck, HealthOptions, HealthReport } from './Health';

let health: Health | undefined;
afterEach(() => health?.close());

function make(options: HealthOptions): Health {
  health = createHealth(options);
  return health;
}

const well: HealthCheck = { name: 'a', problem: () => undefined };
const ill: HealthCheck = { name: 'b', problem: () => 'it is broken' };

const broken = { name: 'b', problem: 'it is broken' };

const problemsOf = ({ results }: HealthReport) =>
  results.filter(({ problem }) => problem !== undefined);

const namesOf = ({ results }: HealthReport) => results.map(({ name }) => name);

it('is ready when no check has a problem', () => {
  expect(make({ checks: [well] }).ready()).toEqual({
    ok: true,
    results: [{ name: 'a' }],
  });
  expect(make({ checks: [well, ill] }).ready()).toEqual({
    ok: false,
    results: [{ name: 'a' }, broken],
  });
  expect(make({}).ready().ok).toBe(true);
});

it('passes a note on, and omits one that is no string', () => {
  const notes = [
    () => 'a note',
    () => 5,
    () => Promise.reject(new Error('no')),
  ];
  const liveChecks = notes.map(note => ({ ...well, note })) as HealthCheck[];
  const { ok, results } = make({ liveChecks }).live();
  expect(ok).toBe(true);
  expect(results.map(({ note }) => note)).toEqual([
    undefined,
    'a note',
    undefined,
    undefined,
  ]);
});

it('reports all problems, also of checks with equal names', () => {
  const checks = ['__proto__', 'a', 'a', 'constructor', ''].map(
    (name, index) => ({ name, problem: () => `problem ${index}` }),
  );
  const { ready } = make({ checks: [...checks, { ...well, name: 'a' }] });
  expect(ready().ok).toBe(false);
  expect(problemsOf(ready())).toEqual(
    checks.map(({ name, problem }) => ({ name, problem: problem() })),
  );
  expect(namesOf(ready())).toHaveLength(6);
});

it('stays live when only readiness checks fail', () => {
  expect(make({ checks: [ill] }).live()).toEqual({
    ok: true,
    results: [{ name: 'event loop' }],
  });
  expect(problemsOf(make({ liveChecks: [ill] }).live())).toEqual([broken]);
});

it('calls a function for the checks at each probe', () => {
  const checks = [well];
  const { ready, live } = make({
    checks: () => checks,
    liveChecks: () => checks,
  });
  expect(ready().ok).toBe(true);
  checks.push(ill);
  expect(problemsOf(ready())).toEqual([broken]);
  expect(namesOf(live())).toEqual(['event loop', 'a', 'b']);
});

describe('checks that fail themselves', () => {
  const failed = () => {
    throw new Error('no idea');
  };
  const rejected = async () => failed();
  const failedUnreadably = () => {
    throw Object.defineProperty(new Error(), 'message', { get: failed });
  };
  const failedWordlessly = () => {
    throw Object.assign(new Error(), { message: undefined });
  };

  /** An unhandled rejection fails the test here; in production it would end the process. */
  const quiet = () =>
    new Promise(resolve => {
      setTimeout(resolve, 0);
    });

  it.each([
    ['throws', failed],
    ['rejects', rejected],
    ['never resolves', () => new Promise(() => undefined)],
    ['is undefined', () => undefined],
    ['is no list', () => ({ length: 1 })],
    ['throws something that cannot be read', failedUnreadably],
  ])('a list that %s is a problem', async (_, list) => {
    const { ready, live } = make({
      checks: list as never,
      liveChecks: list as never,
    });
    expect(ready()).toEqual({
      ok: false,
      results: [
        {
          name: 'checks',
          problem: expect.stringMatching(/^the check itself failed: .{5}/),
        },
      ],
    });
    expect(namesOf(live())).toEqual(['event loop', 'checks']);
    expect(live().ok).toBe(false);
    await quiet();
  });

  it.each([
    ['throws', failed],
    ['rejects', rejected],
    ['never resolves', () => new Promise(() => undefined)],
    ['resolves later without a problem', async () => undefined],
    ['returns a value that is no string', () => ({})],
    ['returns null', () => null],
    ['throws something that cannot be read', failedUnreadably],
    ['throws an error without a message', failedWordlessly],
  ])('one that %s is a problem, and the others are run', async (_, ask) => {
    const check: HealthCheck = { name: 'c', problem: ask as never };
    expect(problemsOf(make({ checks: [check, ill] }).ready())).toEqual([
      {
        name: 'c',
        problem: expect.stringMatching(/^the check itself failed: .{5}/),
      },
      broken,
    ]);
    await quiet();
  });

  it.each([
    ['is undefined', undefined],
    ['is null', null],
    ['has no name and no function', {}],
    [
      'has a name that cannot be read',
      {
        get name() {
          return failed();
        },
        problem: failed,
      },
    ],
  ])('one that %s is a problem, and the others are run', (_, check) => {
    expect(problemsOf(make({ checks: [check as never, ill] }).ready())).toEqual(
      [
        {
          name: 'without a name',
          problem: expect.stringMatching(/^the check itself failed: .{5}/),
        },
        broken,
      ],
    );
  });

  it('a hole in the list is a problem', () => {
    expect(make({ checks: new Array<HealthCheck>(1) }).ready().ok).toBe(false);
  });
});

it.each([
  ['periodMs', 0, 20],
  ['periodMs', NaN, 20],
  ['periodMs', 2 ** 31, 20],
  ['maxEventLoopDelayMs', 0, 1],
  ['maxEventLoopDelayMs', Infinity, 1],
])('refuses a %s of %d', (name, value, least) => {
  const making = () => createHealth({ [name]: value });
  expect(making).toThrow(RangeError);
  expect(making).toThrow(
    `${name} is ${value}. Use a number of milliseconds from ${least} to 2147483647.`,
  );
});

describe('the event loop', () => {
  const options = { maxEventLoopDelayMs: 100, periodMs: 100 };
  const block = (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
  /** Each block is longer than a period, with hardly a pause, so that each period has a block. */
  async function blockAgain(times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      block(300);
      await new Promise(resolve => {
        setTimeout(resolve, 10);
      });
    }
  }

  it('may be blocked once', async () => {
    const { live } = make(options);
    await blockAgain(1);
    expect(live().ok).toBe(true);
  });

  it('must not be blocked repeatedly, and recovers', async () => {
    const { live } = make(options);
    await blockAgain(5);
    expect(problemsOf(live())).toEqual([
      {
        name: 'event loop',
        problem: expect.stringMatching(/was blocked for \d+ ms/),
      },
    ]);
    await eventually('the process is live again', () => live().ok);
  });
});
