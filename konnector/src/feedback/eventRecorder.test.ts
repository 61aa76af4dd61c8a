import type { KubeClient } from '@klutch/kube';
import { thing } from '../testing/objects';
import { createEventRecorder } from './eventRecorder';

const recorder = () => {
  const written: { reason?: string; type?: string; message?: string }[] = [];
  const client = {
    create: async (_resource: unknown, event: (typeof written)[number]) => {
      written.push(event);
      return event;
    },
  } as unknown as KubeClient;
  const logger = { debug: () => undefined } as never;
  const events = createEventRecorder({
    client,
    logger,
    now: () => new Date(0),
  });
  return {
    events,
    reasons: () => written.map(({ reason }) => reason),
    written,
  };
};

describe('createEventRecorder', () => {
  it('speaks at changes of state only', () => {
    const { events, reasons } = recorder();
    events.report(thing(), 'Conflict', 'taken');
    events.report(thing(), 'Conflict', 'taken');
    events.report(thing(), 'Synced', 'fine');
    events.report(thing(), 'Synced', 'fine');
    expect(reasons()).toEqual(['Conflict', 'Synced']);
  });

  it('says nothing about objects that were fine all along', () => {
    const { events, reasons } = recorder();
    events.report(thing(), 'Synced', 'fine');
    expect(reasons()).toEqual([]);
  });

  it('names the object and tells good from bad', () => {
    const { events, written } = recorder();
    events.report(thing(), 'Rejected', 'spec.plan: must be small');
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
});
