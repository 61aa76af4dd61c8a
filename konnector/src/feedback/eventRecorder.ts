/** Tells developers with kubectl what happened to their object: one core Event at each change of its state, never between. */
import {
  core,
  type KubeClient,
  type KubeObject,
  type Logger,
} from '@klutch/kube';
import type { ObjectState } from './objectState';

/** Remembers the state of each object, so that an Event is written only when it changes. */
export interface EventRecorder {
  /**
   * Reports the state of an object. `Synced` is silent when nothing was told about the object before: an Event for every
   * object that is fine would be one more write each, and a restart would tell them all.
   */
  report(object: KubeObject, state: ObjectState, message: string): void;
  /** Forgets an object that is gone. */
  forget(object: KubeObject): void;
}

const component = 'klutch-konnector';

/** Events are best effort: an Event that cannot be written is logged, and nothing else stops. */
export function createEventRecorder(options: {
  client: KubeClient;
  logger: Logger;
  now?: () => Date;
}): EventRecorder {
  const { client, logger, now = () => new Date() } = options;
  /** By UID; only objects with trouble. */
  const told = new Map<string, string>();

  async function write(
    object: KubeObject,
    state: ObjectState,
    message: string,
  ): Promise<void> {
    const { namespace, name, uid, resourceVersion } = object.metadata;
    const time = now().toISOString();
    try {
      await client.create(core.events, {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { namespace, generateName: `${name?.slice(0, 200)}.` },
        involvedObject: {
          apiVersion: object.apiVersion,
          kind: object.kind,
          namespace,
          name,
          uid,
          resourceVersion,
        },
        type: state === 'Synced' ? 'Normal' : 'Warning',
        reason: state,
        message: message.slice(0, 1000),
        count: 1,
        firstTimestamp: `${time.slice(0, 19)}Z`,
        lastTimestamp: `${time.slice(0, 19)}Z`,
        source: { component },
        reportingComponent: component,
        reportingInstance: component,
      });
    } catch (error) {
      logger.debug({ err: error, state }, 'an event could not be written');
    }
  }

  return {
    report(object, state, message) {
      const id = object.metadata.uid ?? '';
      const before = told.get(id);
      const current = `${state}: ${message}`;
      if (before === current) return;
      if (state === 'Synced') {
        if (before === undefined) return;
        told.delete(id);
      } else {
        told.set(id, current);
      }
      void write(object, state, message);
    },
    forget(object) {
      told.delete(object.metadata.uid ?? '');
    },
  };
}
