/**
 * A stale API server at the start of a konnector: its first lists are old, and later changes are delivered afterwards.
 */
import {
  apiVersionOf,
  type KubeClient,
  type KubeObject,
  type ListResult,
  type Resource,
  type WatchEvent,
  type WatchOptions,
} from '@klutch/kube';
import type { Faults } from './FaultyClient';

/** Ends a streaming list. */
const initialEventsEnd = {
  annotations: { 'k8s.io/initial-events-end': 'true' },
};

/** For one resource type on one cluster. Pass {@link StaleList.faults} to the konnector's clients of the cluster. */
export class StaleList {
  private snapshot: ListResult<KubeObject> | undefined;
  private caughtUp: Promise<void> = Promise.resolve();
  private resolveCaughtUp: () => void = () => undefined;
  /** How many lists were answered from the old state. */
  lists = 0;

  constructor(private readonly resource: Resource<KubeObject>) {}

  /** Lists that begin from now on return the present state. Single reads and writes use the real state. */
  async begin(admin: KubeClient): Promise<void> {
    this.snapshot = await admin.list(this.resource);
    this.lists = 0;
    this.caughtUp = new Promise(resolve => {
      this.resolveCaughtUp = resolve;
    });
  }

  /** Delivers all changes since, in order. */
  catchUp(): void {
    this.snapshot = undefined;
    this.resolveCaughtUp();
  }

  readonly faults: Faults = {
    watch: (call, options, open) => {
      const { snapshot, caughtUp } = this;
      return snapshot &&
        call.isFullList &&
        call.resource === this.resource.plural
        ? this.watchFrom(snapshot, caughtUp, options, open)
        : open(options);
    },
  };

  private async *watchFrom<T extends KubeObject>(
    { items, resourceVersion }: ListResult<KubeObject>,
    caughtUp: Promise<void>,
    options: WatchOptions,
    open: (options: WatchOptions) => AsyncIterable<WatchEvent<T>>,
  ): AsyncIterable<WatchEvent<T>> {
    const { sendInitialEvents: _all, ...rest } = options;
    const { namespace } = options;
    this.lists += 1;
    options.onOpen?.();
    for (const object of items) {
      if (namespace && object.metadata.namespace !== namespace) continue;
      yield { type: 'ADDED', object: object as T };
    }
    const { kind } = this.resource;
    yield {
      type: 'BOOKMARK',
      object: {
        apiVersion: apiVersionOf(this.resource),
        kind,
        metadata: { ...initialEventsEnd, resourceVersion },
      },
    };
    await caughtUp;
    yield* open({ ...rest, resourceVersion });
  }
}
