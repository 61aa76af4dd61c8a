import type { KubeClient } from '@klutch/kube';
import { thing } from '../testing/objects';
import { createEventRecorder } from './eventRecorder';

interface Written {
  reason?: string;
  type?: string;
  message?: string;
  involvedObject?: { name?: string };
  metadata?: object;
}

const settled = () => new Promise(resolve => setImmediate(resolve));

/** @param tokens - number of writes until the limiter blocks. */
const recorder = (tokens = 100) => {
  const written: Written[] = [];
  let left = tokens;
  let more: () => void = () => undefined;
  const ending = new AbortController();
  const client = {
    create: async (_resource: unknown, event: Written) => {
      written.push(event);
      return event;
    },
  } as unknown as KubeClient;
  const events = createEventRecorder({
    client,
    logger: { debug: () => undefined } as never,
    signal: ending.signal,
    now: () => new Date(0),
    limiter: {
      async acquire(signal) {
        signal?.throwIfAborted();
        if (left === 0) {
          await new Promise<void>((resolve, reject) => {
            more = resolve;
            signal?.addEventListener('abort', () => reject(signal.reason));
          });
        }
        left -= 1;
      },
    },
  });
  const say = async (...report: Parameters<typeof events.report>) => {
    events.report(...report);
    await settled();
  };
  return {
    events,
    say,
    reasons: () => written.map(({ reason }) => reason),
    written,
    async allow(count: number) {
      left = count;
      more();
      await settled();
    },
    async end() {
      ending.abort();
      await settled();
    },
  };
};

describe('createEventRecorder', () => {
  it('writes Events only at changes of state', async () => {
    const { say, reasons } = recorder();
    await say(thing(), 'Conflict', 'taken');
    await say(thing(), 'Conflict', 'taken');
    await say(thing(), 'Synced', 'fine');
    await say(thing(), 'Synced', 'fine');
    expect(reasons()).toEqual(['Conflict', 'Synced']);
  });

  it('writes nothing about objects that were always synced', async () => {
    const { say, reasons } = recorder();
    await say(thing(), 'Synced', 'fine');
    expect(reasons()).toEqual([]);
  });

  it('forgets an object after its last Event', async () => {
    const { events, say, reasons } = recorder();
    await say(thing(), 'Forbidden', 'may not');
    events.forget(thing());
    await say(thing(), 'CopyKept', 'kept');
    // The former state is forgotten, so no Synced Event follows.
    await say(thing(), 'Synced', 'fine');
    expect(reasons()).toEqual(['Forbidden', 'CopyKept']);
  });

  it('references the object and sets the type Normal or Warning', async () => {
    const { say, written } = recorder();
    await say(thing(), 'Rejected', 'spec.plan: must be small');
    expect(written[0]).toMatchObject({
      type: 'Warning',
      message: 'spec.plan: must be small',
      involvedObject: {
        kind: 'Thing',
        name: 'a',
        namespace: 'team-a',
        uid: 'u1',
      },
      metadata: { namespace: 'team-a', generateName: 'a.' },
    });
  });

  it('writes Events about cluster-scoped objects into the namespace that Kubernetes requires', async () => {
    const { say, written } = recorder();
    await say(thing({ namespace: undefined }), 'NameTooLong', 'too long');
    expect(written[0]).toMatchObject({
      involvedObject: { name: 'a', namespace: undefined },
      metadata: { namespace: 'default' },
    });
  });

  describe('when the rate limit is reached', () => {
    const named = (name: string) => thing({ name, uid: name });
    const names = (written: Written[]) =>
      written.map(({ involvedObject }) => involvedObject?.name);

    it('writes as many as allowed, and the rest later', async () => {
      const { say, written, allow } = recorder(2);
      for (const name of ['a', 'b', 'c', 'd']) {
        await say(named(name), 'Rejected', 'no');
      }
      expect(names(written)).toEqual(['a', 'b']);
      await allow(1);
      expect(names(written)).toEqual(['a', 'b', 'c']);
    });

    it('writes only the current state of an object', async () => {
      const { say, reasons, written, allow } = recorder(0);
      await say(named('a'), 'Rejected', 'no');
      await say(named('b'), 'Rejected', 'no');
      await say(named('a'), 'Forbidden', 'may not');
      await say(named('b'), 'Synced', 'fine');
      await allow(10);
      expect(names(written)).toEqual(['a']);
      expect(reasons()).toEqual(['Forbidden']);
    });

    it('writes nothing for objects that recovered or were deleted', async () => {
      const { events, say, written, allow } = recorder(1);
      await say(named('a'), 'Conflict', 'taken');
      await say(named('a'), 'Synced', 'fine');
      await say(named('a'), 'Conflict', 'taken');
      await say(named('b'), 'Conflict', 'taken');
      events.forget(named('b'));
      await allow(10);
      expect(names(written)).toEqual(['a']);
    });

    it('writes each CopyKept Event, though its object is deleted by then', async () => {
      const { events, say, reasons, written, allow } = recorder(1);
      await say(named('a'), 'DeletionPaused', 'held');
      for (const name of ['a', 'b']) {
        await say(named(name), 'CopyKept', 'kept');
        events.forget(named(name));
      }
      await allow(10);
      expect(names(written)).toEqual(['a', 'a', 'b']);
      expect(reasons()).toEqual(['DeletionPaused', 'CopyKept', 'CopyKept']);
    });

    it('stops with its signal', async () => {
      const { say, written, allow, end } = recorder(0);
      await say(named('a'), 'Rejected', 'no');
      await end();
      await allow(10);
      expect(written).toEqual([]);
    });
  });
});
