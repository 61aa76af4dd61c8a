// Runs the reflector's state machine against a cluster: the only place where its decisions become requests.
import { KubeClient, Selection } from '../client/KubeClient';
import { KubeObject, Resource } from '../types';
import { waitMs } from '../wait';
import { ReflectorTimings } from './timings';
import {
  classifyFailure,
  initialWatchState,
  nextWatchState,
  WatchHappening,
  WatchState,
} from './watchState';

/** What the reflector tells. All calls are synchronous, in order, and must not throw. */
export interface ReflectorListener<T> {
  /** The whole resource, at one point in time. */
  onList(objects: T[]): void;
  onEvent(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T): void;
  /** The server spoke: a page, an event or a bookmark. */
  onSign(): void;
  onState(state: WatchState): void;
  onRestart(reason: string): void;
}

export interface ReflectorOptions<T extends KubeObject> {
  client: KubeClient;
  resource: Resource<T>;
  selection: Selection;
  timings: ReflectorTimings;
  /** Applied to each object on arrival. */
  intake: (object: T) => T;
  listener: ReflectorListener<T>;
  /** From 0 to 1; default Math.random. */
  random?: () => number;
}

type Watching = Extract<WatchState, { phase: 'watching' }>;

const between = ([from, to]: readonly [number, number], random: number) =>
  from + random * (to - from);

/** Lists and watches until the signal aborts. Never gives up, never rejects. */
export async function runReflector<T extends KubeObject>(
  options: ReflectorOptions<T>,
  signal: AbortSignal,
): Promise<void> {
  const { client, resource, selection, timings, intake, listener } = options;
  const random = options.random ?? Math.random;

  async function list(paged: boolean): Promise<WatchHappening> {
    const objects: T[] = [];
    let resourceVersion = '';
    const pages = client.listPages(resource, {
      ...selection,
      pageSize: paged ? timings.pageSize : 0,
      signal,
    });
    for await (const page of pages) {
      for (const item of page.items) objects.push(intake(item));
      resourceVersion = page.resourceVersion;
      listener.onSign();
    }
    listener.onList(objects);
    return { type: 'listed', resourceVersion };
  }

  /** Follows the stream. `advance` remembers each version, so that whatever ends the stream resumes behind it. */
  async function watch(
    from: Watching,
    advance: (resourceVersion: string) => void,
  ): Promise<WatchHappening> {
    let openedAt = performance.now();
    let progressed = false;
    const events = client.watch(resource, {
      ...selection,
      resourceVersion: from.resourceVersion,
      timeoutSeconds: Math.round(between(timings.watchSeconds, random())),
      idleTimeoutMs: Math.round(between(timings.livenessMs, random())),
      onOpen: () => {
        openedAt = performance.now();
      },
      signal,
    });
    for await (const event of events) {
      if (event.type !== 'BOOKMARK') {
        listener.onEvent(event.type, intake(event.object));
      }
      listener.onSign();
      progressed = true;
      const { resourceVersion } = event.object.metadata;
      if (resourceVersion) advance(resourceVersion);
    }
    return {
      type: 'ended',
      openMs: performance.now() - openedAt,
      progressed,
    };
  }

  let state = initialWatchState;
  const happen = (happening: WatchHappening) => {
    const before = state;
    state = nextWatchState(before, happening, timings, random());
    if (happening.type === 'failed')
      listener.onRestart(happening.failure.reason);
    if (happening.type === 'ended') {
      listener.onRestart(
        state.phase === 'waiting' ? state.failure.reason : 'ended',
      );
    }
    if (happening.type !== 'progressed') listener.onState(state);
  };

  async function step(): Promise<WatchHappening> {
    switch (state.phase) {
      case 'listing':
        return list(state.paged);
      case 'watching':
        return watch(state, resourceVersion =>
          happen({ type: 'progressed', resourceVersion }),
        );
      default:
        await waitMs(state.delayMs, signal);
        return { type: 'waited' };
    }
  }

  listener.onState(state);
  while (!signal.aborted) {
    let happening: WatchHappening;
    try {
      happening = await step();
    } catch (error) {
      happening = { type: 'failed', failure: classifyFailure(error) };
    }
    if (!signal.aborted) happen(happening);
  }
}
