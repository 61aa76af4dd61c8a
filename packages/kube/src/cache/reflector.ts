// Runs the reflector's state machine against a cluster: the only place where its decisions become requests.
import { KubeClient, ListResult } from '../client/KubeClient';
import { Selection } from '../client/requestOptions';
import { ConnectionError } from '../errors';
import { metadataOf } from '../resources';
import { KubeObject, Resource } from '../types';
import { waitMs } from '../wait';
import { createYieldToEventLoop } from '../yieldToEventLoop';
import { classifyFailure } from './failure';
import { nextWatchState } from './nextWatchState';
import { Draft } from './Store';
import { StreamedList } from './StreamedList';
import { ReflectorTimings } from './timings';
import {
  initialWatchState,
  Listing,
  Watching,
  ReflectorEvent,
  WatchState,
} from './watchState';

/** Callbacks of the reflector, called in order. None may throw. */
interface ReflectorListener<T extends KubeObject> {
  /** Collects the next list. */
  draft(): Draft<T>;
  /**
   * The whole resource at one point in time, and how it was read. The reflector does nothing else until this
   * resolves.
   */
  onList(
    draft: Draft<T>,
    how: { mode: 'stream' | 'pages'; seconds: number },
  ): Promise<void>;
  onEvent(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T): void;
  /** The server sent a page, an event or a bookmark. */
  onActivity(): void;
  /** The state changed. `isStreaming`: whether a stream is open. */
  onState(state: WatchState, isStreaming: boolean): void;
  onRestart(reason: string): void;
}

/** Options of a reflector. */
interface ReflectorOptions<T extends KubeObject> {
  client: KubeClient;
  resource: Resource<T>;
  selection: Selection;
  timings: ReflectorTimings;
  /** Applied to each received object. */
  transform: (object: T) => T;
  listener: ReflectorListener<T>;
  /** From 0 to 1; default Math.random. */
  random?: () => number;
}

const randomBetween = ([from, to]: readonly [number, number], random: number) =>
  from + random * (to - from);

/** Tolerance for clock differences: a watch that ends by less than this before its time was ended as requested. */
const earlyMs = 1000;

/** Lists and watches until the signal aborts. Never gives up, never rejects. */
export async function runReflector<T extends KubeObject>(
  options: ReflectorOptions<T>,
  signal: AbortSignal,
): Promise<void> {
  const { client, resource, selection, timings, transform, listener } = options;
  const random = options.random ?? Math.random;
  const yieldToEventLoop = createYieldToEventLoop();
  let state: WatchState = initialWatchState;
  let isStreaming = false;

  function dispatch(event: ReflectorEvent) {
    const next = nextWatchState(state, event, {
      timings,
      random: random(),
      nowMs: performance.now(),
    });
    state = next;
    if (event.type === 'progressed') return;
    if (event.type === 'failed') {
      listener.onRestart(event.failure.reason);
    } else if (event.type === 'ended') {
      const failed = next.phase === 'waiting';
      listener.onRestart(failed ? next.failure.reason : 'ended');
    }
    listener.onState(next, isStreaming);
  }

  /** Rejects a response without a resource version, which must not pass for an empty list. */
  function expectList({ resourceVersion }: ListResult<KubeObject>): void {
    if (resourceVersion) return;
    throw new ConnectionError(
      `The API server ${client.server} sent a list without a resourceVersion. Check for a proxy in front of it.`,
      { failure: 'garbled', server: client.server },
    );
  }

  async function list({ mode }: Listing): Promise<ReflectorEvent> {
    const startedMs = performance.now();
    const draft = listener.draft();
    const pageSize = mode === 'whole' ? 0 : timings.pageSize;
    const query = { ...selection, pageSize, signal };
    let resourceVersion = '';
    for await (const page of client.listPages(resource, query)) {
      expectList(page);
      for (const item of page.items) draft.put(transform(item));
      resourceVersion = page.resourceVersion;
      listener.onActivity();
    }
    const seconds = (performance.now() - startedMs) / 1000;
    await listener.onList(draft, { mode: 'pages', seconds });
    return { type: 'listed', resourceVersion };
  }

  /** Sends the smallest list request for a state that is not older than the version. */
  async function checkResourceVersion(
    resourceVersion: string,
  ): Promise<ReflectorEvent> {
    const query = { ...selection, pageSize: 1, notOlderThan: resourceVersion };
    const pages = client.listPages(metadataOf(resource), { ...query, signal });
    for await (const page of pages) {
      expectList(page);
      break;
    }
    listener.onActivity();
    return { type: 'checked' };
  }

  /**
   * Follows a stream, which first sends all objects when a list is due. Reports each version, so that the next watch
   * resumes after it.
   */
  async function watchStream(
    startState: Listing | Watching,
  ): Promise<ReflectorEvent> {
    const listing =
      startState.phase === 'listing'
        ? new StreamedList(listener.draft(), timings, signal)
        : undefined;
    const progress = {
      listing: !!listing,
      opened: false,
      receivedEvent: false,
    };
    const timeoutSeconds = Math.round(
      randomBetween(timings.watchSeconds, random()),
    );
    let openedMs = performance.now();
    const events = client.watch(resource, {
      ...selection,
      ...(startState.phase === 'listing'
        ? { sendInitialEvents: true }
        : { resourceVersion: startState.resourceVersion }),
      timeoutSeconds,
      idleTimeoutMs: Math.round(randomBetween(timings.livenessMs, random())),
      onOpen() {
        progress.opened = true;
        openedMs = performance.now();
        listing?.opened();
        isStreaming = true;
        listener.onState(state, isStreaming);
      },
      signal: listing?.signal ?? signal,
    });
    try {
      for await (const event of events) {
        progress.receivedEvent = true;
        listener.onActivity();
        const { resourceVersion = '' } = event.object.metadata;
        if (listing && progress.listing) {
          progress.listing = !listing.apply(event, transform);
          if (!progress.listing) {
            const { draft, seconds } = listing;
            await listener.onList(draft, { mode: 'stream', seconds });
            dispatch({ type: 'listed', resourceVersion });
          }
        } else if (event.type !== 'BOOKMARK') {
          listener.onEvent(event.type, transform(event.object));
        }
        if (resourceVersion && !progress.listing) {
          dispatch({ type: 'progressed', resourceVersion });
        }
        const pause = yieldToEventLoop();
        if (pause) await pause;
      }
    } catch (error) {
      return { type: 'failed', failure: classifyFailure(error, progress) };
    } finally {
      listing?.release();
      isStreaming = false;
    }
    const openMs = performance.now() - openedMs;
    const early = openMs < timeoutSeconds * 1000 - earlyMs;
    return {
      type: 'ended',
      openMs,
      receivedEvent: progress.receivedEvent,
      early,
    };
  }

  async function step(): Promise<ReflectorEvent> {
    switch (state.phase) {
      case 'listing':
        return state.mode === 'stream' ? watchStream(state) : list(state);
      case 'checking':
        return checkResourceVersion(state.resourceVersion);
      case 'watching':
        return watchStream(state);
      default:
        await waitMs(state.delayMs, signal);
        return { type: 'waited' };
    }
  }

  listener.onState(state, isStreaming);
  while (!signal.aborted) {
    let event: ReflectorEvent;
    try {
      event = await step();
    } catch (error) {
      event = { type: 'failed', failure: classifyFailure(error) };
    }
    if (!signal.aborted) dispatch(event);
  }
}
