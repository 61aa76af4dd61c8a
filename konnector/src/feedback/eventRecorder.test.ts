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

/** @param tokens - so many may be written until there are more. */
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
  it('speaks at changes of state only', async () => {
    const { say, reasons } = recorder();
    await say(thing(), 'Conflict', 'taken');
    await say(thing(), 'Conflict', 'taken');
    await say(thing(), 'Synced', 'fine');
    await say(thing(), 'Synced', 'fine');
    expect(reasons()).toEqual(['Conflict', 'Synced']);
  });

  it('says nothing about objects that were fine all along', async () => {
    const { say, reasons } = recorder();
    await say(thing(), 'Synced', 'fine');
    expect(reasons()).toEqual([]);
  });

  it('remembers nothing of an object that was told to go', async () => {
    const { events, say, reasons } = recorder();
    await say(thing(), 'Forbidden', 'may not');
    events.forget(thing());
    await say(thing(), 'CopyKept', 'kept');
    // Nobody knows of it any more, so nobody is told that it is fine.
    await say(thing(), 'Synced', 'fine');
    expect(reasons()).toEqual(['Forbidden', 'CopyKept']);
  });

  it('names the object and tells good from bad', async () => {
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

  it('puts Events about what has no namespace where Kubernetes wants them', async () => {
    const { say, written } = recorder();
    await say(thing({ namespace: undefined }), 'NameTooLong', 'too long');
    expect(written[0]).toMatchObject({
      involvedObject: { name: 'a', namespace: undefined },
      metadata: { namespace: 'default' },
    });
  });

  describe('when there are too many', () => {
    const named = (name: string) => thing({ name, uid: name });
    const names = (written: Written[]) =>
      written.map(({ involvedObject }) => involvedObject?.name);

    it('writes no more than it may, and the rest later', async () => {
      const { say, written, allow } = recorder(2);
      for (const name of ['a', 'b', 'c', 'd']) {
        await say(named(name), 'Rejected', 'no');
      }
      expect(names(written)).toEqual(['a', 'b']);
      await allow(1);
      expect(names(written)).toEqual(['a', 'b', 'c']);
    });

    it('tells of an object only what is the matter by then', async () => {
      const { say, reasons, written, allow } = recorder(0);
      await say(named('a'), 'Rejected', 'no');
      await say(named('b'), 'Rejected', 'no');
      await say(named('a'), 'Forbidden', 'may not');
      await say(named('b'), 'Synced', 'fine');
      await allow(10);
      expect(names(written)).toEqual(['a']);
      expect(reasons()).toEqual(['Forbidden']);
    });

    it('says nothing of what changed and changed back, or is gone', async () => {
      const { events, say, written, allow } = recorder(1);
      await say(named('a'), 'Conflict', 'taken');
      await say(named('a'), 'Synced', 'fine');
      await say(named('a'), 'Conflict', 'taken');
      await say(named('b'), 'Conflict', 'taken');
      events.forget(named('b'));
      await allow(10);
      expect(names(written)).toEqual(['a']);
    });

    it('tells of each copy that was kept, though its object is gone by then', async () => {
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

    it('ends with its signal', async () => {
      const { say, written, allow, end } = recorder(0);
      await say(named('a'), 'Rejected', 'no');
      await end();
      await allow(10);
      expect(written).toEqual([]);
    });
  });
});
