import fc from 'fast-check';
import {
  getCondition,
  readyCondition,
  setCondition,
  summarizeReady,
} from './conditions';
import type { NewCondition } from './conditions';
import type { Condition } from './types/condition';

const earlier = '2026-01-01T00:00:00Z';
const now = new Date('2026-02-03T04:05:06.789Z');
const nowText = '2026-02-03T04:05:06Z';

const condition = (
  type: string,
  status: Condition['status'],
  rest: Partial<Condition> = {},
): Condition => ({
  type,
  status,
  lastTransitionTime: earlier,
  ...rest,
});

describe('setCondition', () => {
  it('keeps the transition time when nothing changes', () => {
    const before = [
      condition('Connected', 'False', {
        reason: 'R',
        message: 'm',
        severity: 'Info',
      }),
    ];
    expect(
      setCondition(
        before,
        {
          type: 'Connected',
          status: 'False',
          reason: 'R',
          message: 'm',
          severity: 'Info',
        },
        now,
      ),
    ).toEqual(before);
  });

  it.each([
    ['status', { status: 'True' as const }],
    ['reason', { reason: 'Other' }],
    ['severity', { severity: 'Error' as const }],
    ['message', { message: 'other words' }],
  ])(
    'takes the time of now, cut to seconds, when only the %s changes',
    (_what, change) => {
      const before = [
        condition('Connected', 'False', {
          reason: 'R',
          message: 'm',
          severity: 'Info',
        }),
      ];
      const [after] = setCondition(
        before,
        {
          type: 'Connected',
          status: 'False',
          reason: 'R',
          message: 'm',
          severity: 'Info',
          ...change,
        },
        now,
      );
      expect(after?.lastTransitionTime).toBe(nowText);
    },
  );

  it('keeps the given time of a copied condition that is new, and ignores it afterwards', () => {
    const added = setCondition(
      [],
      { ...condition('Established', 'True') },
      now,
    );
    expect(added[0]?.lastTransitionTime).toBe(earlier);
    const changed = setCondition(
      added,
      { ...condition('Established', 'False') },
      now,
    );
    expect(changed[0]?.lastTransitionTime).toBe(nowText);
  });

  it('keeps an unchanged condition as the other writer wrote it', () => {
    const before = [condition('Connected', 'True', { reason: '' })];
    expect(
      setCondition(before, { type: 'Connected', status: 'True' }, now),
    ).toEqual(before);
  });

  it.each([
    ['empty', ''],
    ['null, as Go writes it', null as unknown as string],
  ])(
    'sets the transition time of a condition whose time is %s, changed or not',
    (_what, lastTransitionTime) => {
      const timeless = condition('Connected', 'True', { lastTransitionTime });
      const timed = { ...timeless, lastTransitionTime: nowText };
      const unchanged = { type: 'Connected', status: 'True' } as const;
      expect(setCondition([timeless], unchanged, now)).toEqual([timed]);
      expect(setCondition([], timeless, now)).toEqual([timed]);
    },
  );

  it('treats an absent reason and an empty one, which Go writes, as the same', () => {
    const before = [
      condition('Connected', 'True', { reason: '', message: '' }),
    ];
    expect(
      setCondition(before, { type: 'Connected', status: 'True' }, now)[0]
        ?.lastTransitionTime,
    ).toBe(earlier);
  });

  it('sorts Ready first and the rest by type, and keeps foreign types', () => {
    const foreign = condition('Vendor', 'Unknown', { message: 'kept' });
    const list = [
      foreign,
      condition('Alpha', 'True'),
      condition('Ready', 'True'),
    ];
    const after = setCondition(list, { type: 'Beta', status: 'True' }, now);
    expect(after.map(c => c.type)).toEqual([
      'Ready',
      'Alpha',
      'Beta',
      'Vendor',
    ]);
    expect(after[3]).toEqual(foreign);
  });

  it('sorts by bytes like Go, with upper case before lower case', () => {
    const list = ['a', 'B', 'b', 'A-b', 'AB'].map(type =>
      condition(type, 'True'),
    );
    const after = setCondition(list, { type: 'Ready', status: 'True' }, now);
    expect(after.map(({ type }) => type)).toEqual([
      'Ready',
      'A-b',
      'AB',
      'B',
      'a',
      'b',
    ]);
  });

  it('does not change its input and accepts the null that Go sends', () => {
    const before = Object.freeze([Object.freeze(condition('B', 'True'))]);
    expect(
      setCondition(before, { type: 'A', status: 'True' }, now),
    ).toHaveLength(2);
    expect(setCondition(null, { type: 'A', status: 'True' }, now)).toEqual([
      { type: 'A', status: 'True', lastTransitionTime: nowText },
    ]);
  });
});

describe('readyCondition', () => {
  const error = condition('E', 'False', {
    severity: 'Error',
    reason: 'Broken',
    message: 'it broke',
  });
  const warning = condition('D', 'False', {
    severity: 'Warning',
    reason: 'Late',
    message: 'it is late',
  });
  const info = condition('C', 'False', {
    severity: 'Info',
    reason: 'Wait',
    message: 'waiting',
  });
  const good = condition('B', 'True', { reason: 'AllFine', message: 'fine' });
  const unknown = condition('A', 'Unknown', {
    reason: 'NotAsked',
    message: 'not requested yet',
  });
  const bare = condition('0', 'False', {
    reason: 'Bare',
    message: 'no severity',
  });

  it.each([
    [
      'an error over everything',
      [bare, unknown, good, info, warning, error],
      'False',
      'Broken',
      'Error',
    ],
    [
      'a warning over info',
      [bare, unknown, good, info, warning],
      'False',
      'Late',
      'Warning',
    ],
    ['info over true', [bare, unknown, good, info], 'False', 'Wait', 'Info'],
    [
      'true over unknown, without its reason',
      [bare, unknown, good],
      'True',
      undefined,
      undefined,
    ],
    [
      'unknown over a false without severity',
      [bare, unknown],
      'Unknown',
      'NotAsked',
      undefined,
    ],
    ['a false without severity last', [bare], 'False', 'Bare', undefined],
  ])('ranks %s', (_what, conditions, status, reason, severity) => {
    const ready = readyCondition(conditions);
    expect(ready).toMatchObject({ type: 'Ready', status });
    expect(ready?.reason).toBe(reason);
    expect(ready?.severity).toBe(severity);
  });

  it('takes reason and message of the alphabetically first condition of the deciding group', () => {
    const first = condition('Aaa', 'False', {
      severity: 'Error',
      reason: 'First',
      message: 'first',
    });
    expect(readyCondition([error, first])).toMatchObject({
      reason: 'First',
      message: 'first',
    });
  });

  it('returns undefined without other conditions, and ignores an old Ready', () => {
    expect(readyCondition([])).toBeUndefined();
    expect(readyCondition(undefined)).toBeUndefined();
    expect(
      readyCondition([condition('Ready', 'False', { severity: 'Error' })]),
    ).toBeUndefined();
    expect(
      readyCondition([
        condition('Ready', 'False', { severity: 'Error' }),
        good,
      ]),
    ).toMatchObject({
      status: 'True',
    });
  });
});

describe('summarizeReady', () => {
  it('adds Ready first and keeps its time while it is unchanged', () => {
    const once = summarizeReady([condition('B', 'True')], now);
    expect(once).toEqual([
      { type: 'Ready', status: 'True', lastTransitionTime: nowText },
      condition('B', 'True'),
    ]);
    expect(summarizeReady(once, new Date('2027-01-01T00:00:00Z'))).toEqual(
      once,
    );
  });

  it('returns an empty list unchanged', () => {
    expect(summarizeReady(undefined, now)).toEqual([]);
  });
});

/** Second implementation of upstream's semantics, close to its Go code: in place, with groups. */
const model = {
  set(list: Condition[], wanted: NewCondition, at: string) {
    const existing = list.find(({ type }) => type === wanted.type);
    const state = (c: NewCondition) =>
      JSON.stringify([
        c.status,
        c.reason ?? '',
        c.severity ?? '',
        c.message ?? '',
      ]);
    if (!existing) {
      list.push({
        ...wanted,
        lastTransitionTime: wanted.lastTransitionTime ?? at,
      });
    } else if (state(existing) !== state(wanted)) {
      list[list.indexOf(existing)] = { ...wanted, lastTransitionTime: at };
    }
    list.sort((a, b) => {
      if (a.type === 'Ready') return -1;
      return b.type === 'Ready' || a.type > b.type ? 1 : -1;
    });
  },
  summarize(list: Condition[], at: string) {
    const order = [
      'False/Error',
      'False/Warning',
      'False/Info',
      'True/',
      'Unknown/',
      'False/',
    ];
    const groups = new Map<string, Condition[]>();
    for (const c of list.filter(({ type }) => type !== 'Ready')) {
      const severity = c.status === 'False' ? (c.severity ?? '') : '';
      const name = `${c.status}/${severity}`;
      groups.set(name, [...(groups.get(name) ?? []), c]);
    }
    const top = order.find(name => groups.has(name));
    const [first] = (groups.get(top ?? '') ?? []).sort((a, b) =>
      a.type < b.type ? -1 : 1,
    );
    if (!first) return;
    const ready: NewCondition = { type: 'Ready', status: first.status };
    if (first.status !== 'True') {
      if (first.reason) ready.reason = first.reason;
      if (first.message) ready.message = first.message;
      if (first.status === 'False' && first.severity) {
        ready.severity = first.severity;
      }
    }
    model.set(list, ready, at);
  },
};

describe('any history of conditions', () => {
  const anyCondition = fc.record({
    type: fc.constantFrom('Connected', 'Healthy', 'SecretValid', 'Vendor'),
    status: fc.constantFrom(
      'True' as const,
      'False' as const,
      'Unknown' as const,
    ),
    severity: fc.constantFrom(
      'Error' as const,
      'Warning' as const,
      'Info' as const,
      undefined,
    ),
    reason: fc.constantFrom('A', 'B', '', undefined),
    message: fc.constantFrom('one', 'two', '', undefined),
    lastTransitionTime: fc.constantFrom(earlier, undefined),
  });
  const step = fc.record({
    condition: anyCondition,
    summarize: fc.boolean(),
    seconds: fc.integer({ min: 0, max: 5 }),
    milliseconds: fc.integer({ min: 0, max: 999 }),
  });

  it('matches the result of the upstream algorithm', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        const expected: Condition[] = [];
        const histories: Record<'ours' | 'theirs', Condition[][]> = {
          ours: [],
          theirs: [],
        };
        let list: Condition[] = [];
        let time = Date.parse('2026-02-03T04:05:06Z');
        for (const {
          condition: c,
          summarize,
          seconds,
          milliseconds,
        } of steps) {
          time += seconds * 1000;
          const at = new Date(time).toISOString().replace('.000', '');
          const clock = new Date(time + milliseconds);
          list = setCondition(list, c, clock);
          model.set(expected, c, at);
          if (summarize) {
            list = summarizeReady(list, clock);
            model.summarize(expected, at);
          }
          histories.ours.push(list);
          histories.theirs.push([...expected]);
        }
        expect(histories.ours).toEqual(histories.theirs);
        const types = list.map(({ type }) => type);
        expect(new Set(types).size).toBe(types.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is stable when written again', () => {
    fc.assert(
      fc.property(fc.array(anyCondition, { maxLength: 12 }), sets => {
        const list = sets.reduce<Condition[]>(
          (all, c) => summarizeReady(setCondition(all, c, now), now),
          [],
        );
        const later = new Date('2030-01-01T00:00:00Z');
        expect(summarizeReady(list, later)).toEqual(list);
        for (const c of list)
          expect(setCondition(list, c, later)).toEqual(list);
      }),
    );
  });
});

describe('conditions of other software', () => {
  it('with an unknown status or severity count last, as Unknown or False', () => {
    const odd = condition('A', 'Odd' as Condition['status'], {
      severity: 'Error',
      message: 'odd',
    });
    expect(readyCondition([odd])).toEqual({
      type: 'Ready',
      status: 'Unknown',
      message: 'odd',
    });
    expect(readyCondition([odd, condition('B', 'Unknown')])).toEqual({
      type: 'Ready',
      status: 'Unknown',
    });
    const fatal = condition('A', 'False', {
      severity: 'Fatal' as Condition['severity'],
    });
    expect(readyCondition([fatal, condition('B', 'True')])?.status).toBe(
      'True',
    );
  });

  it('do not pass the severity of an Unknown condition to Ready', () => {
    expect(
      readyCondition([condition('A', 'Unknown', { severity: 'Error' })]),
    ).toEqual({ type: 'Ready', status: 'Unknown' });
  });
});

describe('reading conditions', () => {
  it('finds by type', () => {
    const list = [condition('A', 'True'), condition('B', 'Unknown')];
    expect(getCondition(list, 'B')?.status).toBe('Unknown');
    expect(getCondition(null, 'B')).toBeUndefined();
  });
});
