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

const flushPromises = () => new Promise(resolve => setImmediate(resolve));

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
  const report = async (...args: Parameters<typeof events.report>) => {
    events.report(...args);
    await flushPromises();
  };
  return {
    events,
    report,
    reasons: () => written.map(({ reason }) => reason),
    written,
    async allow(count: number) {
      left = count;
      more();
      await flushPromises();
    },
    async end() {
      ending.abort();
      await flushPromises();
    },
  };
};

describe('createEventRecorder', () => {
  it('writes Events only at changes of state', async () => {
    const { report, reasons } = recorder();
    await report(thing(), 'Conflict', 'taken');
    await report(thing(), 'Conflict', 'taken');
    await report(thing(), 'Synced', 'fine');
    await report(thing(), 'Synced', 'fine');
    expect(reasons()).toEqual(['Conflict', 'Synced']);
  });

  it('writes nothing about objects that were always synced', async () => {
    const { report, reasons } = recorder();
    await report(thing(), 'Synced', 'fine');
    expect(reasons()).toEqual([]);
  });

  it('forgets an object after its last Event', async () => {
    const { events, report, reasons } = recorder();
    await report(thing(), 'Forbidden', 'may not');
    events.forget(thing());
    await report(thing(), 'CopyKept', 'kept');
    // The former state is forgotten, so no Synced Event follows.
    await report(thing(), 'Synced', 'fine');
    expect(reasons()).toEqual(['Forbidden', 'CopyKept']);
  });

  it('references the object and sets the type Normal or Warning', async () => {
    const { report, written } = recorder();
    await report(thing(), 'Rejected', 'spec.plan: must be small');
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
    const { report, written } = recorder();
    await report(thing({ namespace: undefined }), 'NameTooLong', 'too long');
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
      const { report, written, allow } = recorder(2);
      for (const name of ['a', 'b', 'c', 'd']) {
        await report(named(name), 'Rejected', 'no');
      }
      expect(names(written)).toEqual(['a', 'b']);
      await allow(1);
      expect(names(written)).toEqual(['a', 'b', 'c']);
    });

    it('writes only the current state of an object', async () => {
      const { report, reasons, written, allow } = recorder(0);
      await report(named('a'), 'Rejected', 'no');
      await report(named('b'), 'Rejected', 'no');
      await report(named('a'), 'Forbidden', 'may not');
      await report(named('b'), 'Synced', 'fine');
      await allow(10);
      expect(names(written)).toEqual(['a']);
      expect(reasons()).toEqual(['Forbidden']);
    });

    it('writes nothing for objects that recovered or were deleted', async () => {
      const { events, report, written, allow } = recorder(1);
      await report(named('a'), 'Conflict', 'taken');
      await report(named('a'), 'Synced', 'fine');
      await report(named('a'), 'Conflict', 'taken');
      await report(named('b'), 'Conflict', 'taken');
      events.forget(named('b'));
      await allow(10);
      expect(names(written)).toEqual(['a']);
    });

    it('writes each CopyKept Event, though its object is deleted by then', async () => {
      const { events, report, reasons, written, allow } = recorder(1);
      await report(named('a'), 'DeletionPaused', 'held');
      for (const name of ['a', 'b']) {
        await report(named(name), 'CopyKept', 'kept');
        events.forget(named(name));
      }
      await allow(10);
      expect(names(written)).toEqual(['a', 'a', 'b']);
      expect(reasons()).toEqual(['DeletionPaused', 'CopyKept', 'CopyKept']);
    });

    it('stops with its signal', async () => {
      const { report, written, allow, end } = recorder(0);
      await report(named('a'), 'Rejected', 'no');
      await end();
      await allow(10);
      expect(written).toEqual([]);
    });
  });
});
