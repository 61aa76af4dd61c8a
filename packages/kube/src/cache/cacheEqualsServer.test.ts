import fc from 'fast-check';
import {
  fingerprints,
  expectedChangesAfter,
  replay,
  changesFromWatches,
} from '../testing/__testUtils__/changeStream';
import {
  anySchedule,
  perform,
  Schedule,
} from '../testing/__testUtils__/schedules';
import { startHarness } from '../testing/cacheHarness';
import { eventually } from '../testing/eventually';

const long = process.env.KLUTCH_LONG === '1';
const schedules = long ? 20_000 : 80;
const timeoutMs = long ? 3_600_000 : 300_000;

/** Most of a run is waiting, so several runs share the processor. */
const sides = 4;

/** As short as possible without random timeouts. */
const timings = {
  backoff: { baseMs: 1, capMs: 4 },
  absentBackoff: { baseMs: 1, capMs: 4 },
  livenessMs: [30, 40] as const,
  streamSilenceMs: 30,
  streamListMs: 100,
  streamAgainMs: 50,
};

/** Runs all steps, then waits for quiet. Returns the contents and the changes of the cache. */
async function run({ before, after, pageSize }: Schedule) {
  const harness = await startHarness();
  const { server } = harness;
  try {
    for (const step of before) await perform(server, step);
    const { cache, events } = harness.makeCache({
      timings: { ...timings, pageSize },
    });
    cache.start(harness.stop.signal);
    for (const step of after) await perform(server, step);
    server.clearFaults();
    server.put('last', 'words');
    const serverHas = () => fingerprints(server.history.list());
    await eventually('the cache equals the server', () => {
      // Without bookmarks, silence would cause a new list that hides a missed event.
      server.bookmark();
      return fingerprints(cache.list()).join() === serverHas().join();
    });
    const lists = [...server.seen('stream'), ...server.seen('list')];
    // With a single list, all other changes came from watches, so they must match exactly.
    const [list] = lists.length === 1 ? lists : [];
    const watched = list && {
      received: changesFromWatches(events),
      expected: expectedChangesAfter(server.history.log, list.version),
    };
    return { cache, events, watched };
  } finally {
    await harness.close();
  }
}

describe('a cache', () => {
  it(
    `equals the server after any of ${schedules} schedules of changes and faults, and its reported changes lead to its contents`,
    async () => {
      const property = fc.asyncProperty(anySchedule, async schedule => {
        const { cache, events, watched } = await run(schedule);
        const { mirror, problems } = replay(events);
        expect(problems).toEqual([]);
        expect(fingerprints(mirror.values())).toEqual(
          fingerprints(cache.list()),
        );
        expect(watched?.received).toEqual(watched?.expected);
      });
      const side = () => fc.assert(property, { numRuns: schedules / sides });
      await Promise.all(Array.from({ length: sides }, side));
      expect.hasAssertions();
    },
    timeoutMs,
  );
});
