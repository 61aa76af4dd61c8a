// Random schedules of changes, network faults and server faults for a cache.
import fc from 'fast-check';
import { FakeApiServer, Verb } from '../FakeApiServer';
import { StreamBreak, Fault } from '../faults';
import { defaultBehavior, StreamBehavior } from '../NoteStream';

/** One step, as data that fast-check can print and shrink. */
export type Step =
  | { do: 'put'; name: string; text: string }
  | { do: 'remove'; name: string }
  | { do: 'replace'; name: string }
  | { do: 'bookmark' }
  | { do: 'compact' }
  | { do: 'break'; how: StreamBreak }
  | { do: 'fail'; verb: Verb; fault: Fault }
  | { do: 'behavior'; behavior: Partial<StreamBehavior> }
  | { do: 'expire'; as: 'status' | 'event' }
  | { do: 'stream'; lists: FakeApiServer['settings']['streamingLists'] }
  | { do: 'pause'; ms: number };

const anyName = fc.constantFrom('a', 'b', 'c', 'ü', '🐘');
const anyBreak = fc.constantFrom<StreamBreak>('reset', 'end', 'silence');
const anyBroken = fc.record({
  kind: fc.constant('broken' as const),
  how: anyBreak,
  afterEvents: fc.nat(3),
});

const anyStatus = fc
  .constantFrom<[number, string]>(
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'NotFound'],
    [409, 'Conflict'],
    [410, 'Expired'],
    [422, 'Invalid'],
    [429, 'TooManyRequests'],
    [500, 'InternalError'],
    [503, 'ServiceUnavailable'],
  )
  .map(([code, reason]): Fault => ({ kind: 'status', code, reason }));

const anyWholeFault: fc.Arbitrary<Fault> = fc.oneof(
  anyStatus,
  fc.constantFrom<Fault>(
    { kind: 'reset' },
    { kind: 'truncated' },
    { kind: 'wrongType' },
    { kind: 'wrongBody' },
    { kind: 'html', code: 200 },
    { kind: 'html', code: 502 },
  ),
);

const anyErrorEvent = fc
  .constantFrom<[number, string]>(
    [410, 'Expired'],
    [410, 'Gone'],
    [500, 'InternalError'],
    [504, 'Timeout'],
  )
  .map(([code, reason]): Fault => ({ kind: 'errorEvent', code, reason }));

const anyFailure = fc.oneof(
  fc.record({
    do: fc.constant('fail' as const),
    verb: fc.constantFrom<Verb>('stream', 'watch'),
    fault: fc.oneof(anyWholeFault, anyErrorEvent, anyBroken),
  }),
  fc.record({
    do: fc.constant('fail' as const),
    verb: fc.constantFrom<Verb>('list', 'check'),
    // A silent response ends by the client's timeouts, which take seconds.
    fault: fc.oneof(
      anyWholeFault,
      fc.constant<Fault>({ kind: 'broken', how: 'reset' }),
    ),
  }),
);

const anyBehavior = fc.record(
  {
    splitBytes: fc.boolean(),
    slowMs: fc.constantFrom(0, 2),
    duplicates: fc.boolean(),
    noBookmarks: fc.boolean(),
    reordered: fc.boolean(),
  },
  { requiredKeys: [] },
);

const named = <N extends Step['do']>(name: N) => ({ do: fc.constant(name) });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...named('put'),
      name: anyName,
      text: fc.string({ unit: 'grapheme', maxLength: 8 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ ...named('remove'), name: anyName }) },
  { weight: 2, arbitrary: fc.record({ ...named('replace'), name: anyName }) },
  { weight: 2, arbitrary: fc.record(named('bookmark')) },
  { weight: 2, arbitrary: fc.record(named('compact')) },
  { weight: 5, arbitrary: fc.record({ ...named('break'), how: anyBreak }) },
  { weight: 5, arbitrary: anyFailure },
  {
    weight: 1,
    arbitrary: fc.record({ ...named('behavior'), behavior: anyBehavior }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...named('expire'),
      as: fc.constantFrom('status' as const, 'event' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...named('stream'),
      lists: fc.constantFrom(
        'supported' as const,
        'refused' as const,
        'ignored' as const,
      ),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      ...named('pause'),
      ms: fc.integer({ min: 1, max: 6 }),
    }),
  },
);

/** Steps before the cache starts, and after. */
export interface Schedule {
  before: Step[];
  after: Step[];
  pageSize: number;
}

/** Any schedule of up to 70 steps. */
export const anySchedule: fc.Arbitrary<Schedule> = fc.record({
  before: fc.array(anyStep, { maxLength: 10, size: 'max' }),
  after: fc.array(anyStep, { maxLength: 60, size: 'max' }),
  pageSize: fc.integer({ min: 1, max: 3 }),
});

/** Performs a step. */
export async function perform(
  server: FakeApiServer,
  step: Step,
): Promise<void> {
  const { history, settings } = server;
  switch (step.do) {
    case 'put':
      history.put(step.name, step.text);
      return;
    case 'remove':
      if (history.get(step.name)) history.remove(step.name);
      return;
    case 'replace':
      if (history.get(step.name)) history.remove(step.name);
      history.put(step.name, 'anew');
      return;
    case 'bookmark':
      server.bookmark();
      return;
    case 'compact':
      history.compact();
      return;
    case 'break':
      server.breakWatches(step.how);
      return;
    case 'fail':
      server.failNext(step.verb, step.fault);
      return;
    case 'behavior':
      settings.behavior = { ...defaultBehavior, ...step.behavior };
      return;
    case 'expire':
      settings.expiredWatches = step.as;
      return;
    case 'stream':
      settings.streamingLists = step.lists;
      return;
    default:
      await new Promise(resolve => {
        setTimeout(resolve, step.ms);
      });
  }
}
