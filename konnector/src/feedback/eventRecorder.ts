/** Writes Kubernetes Events about objects for developers: one core Event per change of an object's state. */
import {
  core,
  createRateLimiter,
  type KubeClient,
  type KubeObject,
  type Logger,
  type RateLimiter,
} from '@klutch/kube';
import { truncateMessage } from './truncateMessage';
import type { ObjectState } from './objectCondition';

/** Remembers the state of each object, so that an Event is written only when it changes. */
export interface EventRecorder {
  /**
   * Reports the state of an object. `Synced` is recorded only after another state was: otherwise each healthy object
   * would cost one more write, repeated after every restart.
   */
  report(object: KubeObject, state: ObjectState, message: string): void;
  /**
   * Forgets a deleted object. A waiting `CopyKept` Event about the object is still written, as nothing else reports it.
   */
  forget(object: KubeObject): void;
}

interface Report {
  /** Reference to the object, without its content, which may be that of a Secret. */
  involvedObject: ReturnType<typeof referenceTo>;
  state: ObjectState;
  message: string;
}

const component = 'klutch-konnector';
/** Namespace of Events about cluster-scoped objects, as Kubernetes requires. */
const clusterScopedEventNamespace = 'default';
/** Limits Events when thousands of objects fail repeatedly. */
const defaultRate = { qps: 5, burst: 100 };

/** Reported when an object is deleted, so it is the object's last Event. */
const isFinalEvent = ({ state }: Report) => state === 'CopyKept';

const referenceTo = ({ apiVersion, kind, metadata }: KubeObject) => {
  const { namespace, name, uid, resourceVersion } = metadata;
  return { apiVersion, kind, namespace, name, uid, resourceVersion };
};

const textOf = ({ state, message }: Report) => `${state}: ${message}`;

const eventOf = ({ involvedObject, state, message }: Report, time: Date) => {
  const { namespace, name } = involvedObject;
  const timestamp = `${time.toISOString().slice(0, 19)}Z`;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      namespace: namespace ?? clusterScopedEventNamespace,
      generateName: `${name?.slice(0, 200)}.`,
    },
    involvedObject,
    type: state === 'Synced' ? 'Normal' : 'Warning',
    reason: state,
    message: truncateMessage(message),
    count: 1,
    firstTimestamp: timestamp,
    lastTimestamp: timestamp,
    source: { component },
    reportingComponent: component,
    reportingInstance: component,
  };
};

/**
 * Events are best effort: a failed write is logged and has no other effect. When the rate limit is reached, Events are
 * queued; only the last one per object is kept, and none if the object recovered or was deleted before the Event was
 * written.
 * @param options.limiter - rate limiter of the writes; default: 5 a second, bursts of 100.
 */
export function createEventRecorder(options: {
  client: KubeClient;
  logger: Logger;
  signal: AbortSignal;
  now?: () => Date;
  limiter?: Pick<RateLimiter, 'acquire'>;
}): EventRecorder {
  const { client, logger, signal, now = () => new Date() } = options;
  const limiter = options.limiter ?? createRateLimiter(defaultRate);
  /** By UID; only objects whose last Event was not `Synced`. */
  const reported = new Map<string, string>();
  /** By UID, in queue order. */
  const waiting = new Map<string, Report>();
  let writing = false;

  async function write(report: Report): Promise<void> {
    try {
      await client.create(core.events, eventOf(report, now()));
    } catch (error) {
      const { state } = report;
      logger.debug({ err: error, state }, 'an event could not be written');
    }
  }

  function writeNext(): void {
    const [first] = waiting;
    if (!first) return;
    const [id, report] = first;
    waiting.delete(id);
    if (report.state === 'Synced' || isFinalEvent(report)) reported.delete(id);
    else reported.set(id, textOf(report));
    void write(report);
  }

  async function writeAll(): Promise<void> {
    writing = true;
    try {
      while (waiting.size > 0) {
        await limiter.acquire(signal);
        writeNext();
      }
    } catch {
      // acquire rejects only when the signal aborts.
      waiting.clear();
    }
    writing = false;
  }

  return {
    report(object, state, message) {
      const report = { involvedObject: referenceTo(object), state, message };
      const id = object.metadata.uid ?? '';
      const previous = reported.get(id);
      const isChanged =
        state === 'Synced'
          ? previous !== undefined
          : previous !== textOf(report);
      if (!isChanged) {
        waiting.delete(id);
        return;
      }
      waiting.set(id, report);
      if (!writing) void writeAll();
    },
    forget({ metadata: { uid = '' } }) {
      reported.delete(uid);
      const report = waiting.get(uid);
      if (report && !isFinalEvent(report)) waiting.delete(uid);
    },
  };
}
