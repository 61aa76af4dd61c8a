/** Tells developers with kubectl what happened to their object: one core Event at each change of its state, never between. */
import {
  core,
  createRateLimiter,
  type KubeClient,
  type KubeObject,
  type Logger,
  type RateLimiter,
} from '@klutch/kube';
import { truncateMessage } from './truncateMessage';
import type { ObjectState } from './objectState';

/** Remembers the state of each object, so that an Event is written only when it changes. */
export interface EventRecorder {
  /**
   * Reports the state of an object. `Synced` is silent when nothing was told about the object before: an Event for every
   * object that is fine would be one more write each, and a restart would tell them all.
   */
  report(object: KubeObject, state: ObjectState, message: string): void;
  /** Forgets an object that is gone. What is said of one that goes is said all the same: nothing else will tell of it. */
  forget(object: KubeObject): void;
}

interface Report {
  object: KubeObject;
  state: ObjectState;
  message: string;
}

const component = 'klutch-konnector';
/** Where Kubernetes wants the Events about what has no namespace. */
const clusterScopedEventNamespace = 'default';
/** Thousands of objects may fail at once, and each of them again and again. */
const defaultRate = { qps: 5, burst: 100 };

/** Said of an object as it goes, so nothing comes after it. */
const isFinalEvent = ({ state }: Report) => state === 'CopyKept';

const textOf = ({ state, message }: Report) => `${state}: ${message}`;

const eventOf = ({ object, state, message }: Report, time: Date) => {
  const { namespace, name, uid, resourceVersion } = object.metadata;
  const timestamp = `${time.toISOString().slice(0, 19)}Z`;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      namespace: namespace ?? clusterScopedEventNamespace,
      generateName: `${name?.slice(0, 200)}.`,
    },
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
 * Events are best effort: an Event that cannot be written is logged, and nothing else stops. When there are too many,
 * they wait in line; of an object only the last one does, and none if it is fine again or gone before anybody was told.
 * @param options.limiter - how fast they are written; default: 5 a second, 100 after a rest.
 */
export function createEventRecorder(options: {
  client: KubeClient;
  logger: Logger;
  /** Ends the writing. */
  signal: AbortSignal;
  now?: () => Date;
  limiter?: Pick<RateLimiter, 'acquire'>;
}): EventRecorder {
  const { client, logger, signal, now = () => new Date() } = options;
  const limiter = options.limiter ?? createRateLimiter(defaultRate);
  /** By UID; only objects with a failure. */
  const reported = new Map<string, string>();
  /** By UID, in the order of waiting. */
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
      // Only the end of the signal ends the waiting.
      waiting.clear();
    }
    writing = false;
  }

  return {
    report(object, state, message) {
      const report = { object, state, message };
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
