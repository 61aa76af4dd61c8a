/** A client between konnector and API server that injects faults: before a request, or with its response. */
import type {
  DiscoveredResource,
  KubeClient,
  KubeObject,
  ListOptions,
  ListResult,
  ObjectKey,
  Resource,
  ServiceAccountToken,
  Unstructured,
  WatchEvent,
  WatchOptions,
} from '@klutch/kube';

/** A request to the API server. */
export interface Call {
  /** Verb as in Kubernetes rights; `other` are access reviews, tokens, discovery and raw requests. */
  verb:
    | 'get'
    | 'list'
    | 'watch'
    | 'create'
    | 'apply'
    | 'patch'
    | 'delete'
    | 'other';
  /** Plural of the resource; empty for `other`. */
  resource: string;
  subresource?: 'status';
  namespace?: string;
  /** Absent for lists and watches. */
  name?: string;
  /** Set on lists and watches that request all objects, not only changes. */
  isFullList?: true;
  /** The object, intent or patch of a write. */
  body?: object;
}

/** True for requests that change something. A dry run counts, too. */
export const isWrite = ({ verb }: Call): boolean =>
  verb === 'create' ||
  verb === 'apply' ||
  verb === 'patch' ||
  verb === 'delete';

/** Faults to inject. Read at each request, so a test may replace them at any time. */
export interface Faults {
  /** Called before the request is sent. Errors are thrown to the caller, and nothing is sent. */
  before?: (call: Call) => void | Promise<void>;
  /**
   * Called after the server has answered, for each page of a paged list and each event of a watch: a write is executed.
   * The return value replaces the response; an error replaces it, too.
   */
  answer?: <T>(call: Call, answer: T) => T | Promise<T>;
  /** Called instead of a watch; `open` starts a real one. */
  watch?: <T extends KubeObject>(
    call: Call,
    options: WatchOptions,
    open: (options: WatchOptions) => AsyncIterable<WatchEvent<T>>,
  ) => AsyncIterable<WatchEvent<T>>;
  /** Called when a request failed. Errors replace the original error. */
  failed?: (call: Call) => void;
}

const other: Call = { verb: 'other', resource: '' };

const listing = (
  verb: 'list' | 'watch',
  resource: Pick<Resource, 'plural'>,
  options?: { namespace?: string },
): Call => ({
  verb,
  resource: resource.plural,
  namespace: options?.namespace,
});

/** Clients derived from it have the same faults. */
export class FaultyClient implements KubeClient {
  /** @param client - the real one. */
  constructor(
    private readonly client: KubeClient,
    private readonly faults: Faults,
  ) {}

  get server(): string {
    return this.client.server;
  }

  get: KubeClient['get'] = (resource, key, options) =>
    this.call({ verb: 'get', resource: resource.plural, ...key }, () =>
      this.client.get(resource, key, options),
    );

  list: KubeClient['list'] = (resource, options) =>
    this.call(listing('list', resource, options), () =>
      this.client.list(resource, options),
    );

  listPages<T extends KubeObject = Unstructured>(
    resource: Resource<T>,
    options?: ListOptions,
  ): AsyncIterable<ListResult<T>> {
    const call = {
      ...listing('list', resource, options),
      // A page size of 1 only reads the current resourceVersion.
      ...(options?.notOlderThan === undefined &&
        options?.pageSize !== 1 && { isFullList: true as const }),
    };
    return this.stream(call, () => this.client.listPages(resource, options));
  }

  create: KubeClient['create'] = (resource, object, options) => {
    const { namespace, name } = object.metadata;
    return this.call(
      {
        verb: 'create',
        resource: resource.plural,
        namespace,
        name,
        body: object,
      },
      () => this.client.create(resource, object, options),
    );
  };

  apply: KubeClient['apply'] = (resource, intent, options) => {
    const { namespace, name } = intent.metadata;
    const { subresource } = options;
    return this.call(
      {
        verb: 'apply',
        resource: resource.plural,
        subresource,
        namespace,
        name,
        body: intent,
      },
      () => this.client.apply(resource, intent, options),
    );
  };

  mergePatch: KubeClient['mergePatch'] = (resource, key, patch, options) =>
    this.call(
      {
        verb: 'patch',
        resource: resource.plural,
        subresource: options?.subresource,
        ...key,
        body: patch,
      },
      () => this.client.mergePatch(resource, key, patch, options),
    );

  delete: KubeClient['delete'] = (resource, key, options) =>
    this.call({ verb: 'delete', resource: resource.plural, ...key }, () =>
      this.client.delete(resource, key, options),
    );

  watch<T extends KubeObject = Unstructured>(
    resource: Resource<T>,
    options: WatchOptions,
  ): AsyncIterable<WatchEvent<T>> {
    const call = {
      ...listing('watch', resource, options),
      ...(options.sendInitialEvents && { isFullList: true as const }),
    };
    const open = (as: WatchOptions) => this.client.watch(resource, as);
    return this.stream(
      call,
      () => this.faults.watch?.(call, options, open) ?? open(options),
    );
  }

  canI: KubeClient['canI'] = (question, options) =>
    this.call<boolean>(other, () => this.client.canI(question, options));

  createToken(
    key: ObjectKey,
    options: Parameters<KubeClient['createToken']>[1],
  ): Promise<ServiceAccountToken> {
    return this.call(other, () => this.client.createToken(key, options));
  }

  discover: KubeClient['discover'] = (group, version, options) =>
    this.call<DiscoveredResource[]>(other, () =>
      this.client.discover(group, version, options),
    );

  raw: KubeClient['raw'] = (method, path, body, options) =>
    this.call(other, () => this.client.raw(method, path, body, options));

  as: KubeClient['as'] = user =>
    new FaultyClient(this.client.as(user), this.faults);

  guarded: KubeClient['guarded'] = guard =>
    new FaultyClient(this.client.guarded(guard), this.faults);

  reconnect: KubeClient['reconnect'] = kubeConfig =>
    this.client.reconnect(kubeConfig);

  close(): Promise<void> {
    return this.client.close();
  }

  private async call<T>(call: Call, send: () => Promise<T>): Promise<T> {
    await this.faults.before?.(call);
    const answer = await send().catch((error: unknown) => {
      this.faults.failed?.(call);
      throw error;
    });
    return this.faults.answer ? this.faults.answer(call, answer) : answer;
  }

  private async *stream<T>(
    call: Call,
    open: () => AsyncIterable<T>,
  ): AsyncIterable<T> {
    await this.faults.before?.(call);
    for await (const part of open()) {
      yield this.faults.answer ? await this.faults.answer(call, part) : part;
    }
  }
}
