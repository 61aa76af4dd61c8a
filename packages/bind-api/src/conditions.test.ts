import fc from 'fast-check';
import {
  getCondition,
  isConditionTrue,
  readyCondition,
  setCondition,
  summarizeReady,
} from './conditions';
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

  it('treats an absent reason and an empty one, which Go writes, as the same', () => {
    const before = [
      condition('Connected', 'True', { reason: '', message: '' }),
    ];
    expect(
      setCondition(before, { type: 'Connected', status: 'True' }, now)[0]
        ?.lastTransitionTime,
    ).toBe(earlier);
  });

  it('sorts Ready first and the rest by type, and leaves foreign types alone', () => {
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
    message: 'not asked yet',
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
  ])('puts %s', (_what, conditions, status, reason, severity) => {
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

  it('gives none when there are no others, and ignores an old Ready', () => {
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
  it('adds Ready in front and keeps its time while it says the same', () => {
    const once = summarizeReady([condition('B', 'True')], now);
    expect(once).toEqual([
      { type: 'Ready', status: 'True', lastTransitionTime: nowText },
      condition('B', 'True'),
    ]);
    expect(summarizeReady(once, new Date('2027-01-01T00:00:00Z'))).toEqual(
      once,
    );
  });

  it('returns an empty list as it is', () => {
    expect(summarizeReady(undefined, now)).toEqual([]);
  });
});

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
    message: fc.constantFrom('one', 'two', undefined),
  });

  it('keeps types unique, Ready first, and is stable when written again', () => {
    fc.assert(
      fc.property(fc.array(anyCondition, { maxLength: 12 }), sets => {
        const list = sets.reduce<Condition[]>(
          (all, c) => summarizeReady(setCondition(all, c, now), now),
          [],
        );
        const types = list.map(c => c.type);
        expect(new Set(types).size).toBe(types.length);
        expect(types).toEqual([
          ...(list.length > 0 ? ['Ready'] : []),
          ...types.slice(1).sort(),
        ]);
        expect(summarizeReady(list, new Date('2030-01-01T00:00:00Z'))).toEqual(
          list,
        );
      }),
    );
  });
});

describe('reading conditions', () => {
  it('finds by type and tells whether it is true', () => {
    const list = [condition('A', 'True'), condition('B', 'Unknown')];
    expect(getCondition(list, 'B')?.status).toBe('Unknown');
    expect(getCondition(null, 'B')).toBeUndefined();
    expect(isConditionTrue(list, 'A')).toBe(true);
    expect(isConditionTrue(list, 'B')).toBe(false);
    expect(isConditionTrue(list, 'C')).toBe(false);
  });
});
