// The client's face: every way this project talks to an API server.
import {
  ApplyIntent,
  KubeObject,
  ObjectKey,
  Resource,
  Unstructured,
  WatchEvent,
} from '../types';

/** Lets a caller give up on a request. */
export interface Abortable {
  signal?: AbortSignal;
}

/** Which objects of a resource. Selectors are in the API server's own syntax and evaluated there. */
export interface Selection {
  /** Only this namespace; default: all. */
  namespace?: string;
  labelSelector?: string;
  fieldSelector?: string;
}

export interface ListOptions extends Selection, Abortable {
  /** Objects a page; default 500. 0 asks for everything in one answer. */
  pageSize?: number;
}

/** Objects of one resource at one point in time. */
export interface ListResult<T> {
  items: T[];
  /** Where a watch can start. */
  resourceVersion: string;
}

export interface WriteOptions extends Abortable {
  /** Name under which the server records who set which field. */
  fieldManager?: string;
  /** Let the server do everything but store the result; default false. */
  dryRun?: boolean;
  /** Refuse fields that the schema does not know (code 400) instead of dropping them; default false. */
  strictFields?: boolean;
}

export interface ApplyOptions extends WriteOptions {
  fieldManager: string;
  /** Take fields over from other managers instead of failing with a conflict; default false. */
  force?: boolean;
  subresource?: 'status';
}

export interface PatchOptions extends WriteOptions {
  subresource?: 'status';
}

export interface DeleteOptions extends Abortable {
  /** Delete only the object that has exactly these; otherwise the call fails with a conflict. */
  preconditions?: { uid?: string; resourceVersion?: string };
  /** What happens to the objects it owns; default: the server's choice for the resource. */
  propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  dryRun?: boolean;
}

export interface WatchOptions extends Selection, Abortable {
  /** Where to start: the version of a list or of the last event seen. */
  resourceVersion: string;
  /** After how many seconds the server ends the stream; default: the server's choice (30 to 60 minutes). */
  timeoutSeconds?: number;
  /** Whether the server tells from time to time how far it is; default true. */
  allowBookmarks?: boolean;
  /** Milliseconds without a single byte after which the stream counts as dead; default: never. */
  idleTimeoutMs?: number;
  /** Called once the server has accepted the watch, before its first event. */
  onOpen?: () => void;
}

/** A question about the caller's own rights. */
export interface AccessQuestion {
  verb: string;
  group: string;
  /** Plural of the resource, or `*`. */
  resource: string;
  subresource?: string;
  /** Absent: in all namespaces, or cluster-scoped. */
  namespace?: string;
  name?: string;
}

/** A resource that the API server offers. */
export interface DiscoveredResource {
  plural: string;
  kind: string;
  namespaced: boolean;
  verbs: string[];
}

/** Whom to act as. */
export interface Impersonation {
  user: string;
  groups: string[];
}

export interface ServiceAccountToken {
  token: string;
  /** RFC 3339. */
  expirationTimestamp: string;
}

/**
 * A connection to one cluster under one identity.
 *
 * Every call throws {@link ApiError} when the server refuses and {@link ConnectionError} when it cannot be asked.
 * Nothing is repeated by itself: who calls knows whether a repetition is right.
 */
export interface KubeClient {
  /** Address of the API server. */
  readonly server: string;

  /** The object, or undefined when it does not exist. A resource that does not exist (no CRD) throws. */
  get<T extends KubeObject = Unstructured>(
    resource: Resource<T>,
    key: ObjectKey,
    options?: Abortable,
  ): Promise<T | undefined>;

  /** All objects, read page by page at one point in time. */
  list<T extends KubeObject = Unstructured>(
    resource: Resource<T>,
    options?: ListOptions,
  ): Promise<ListResult<T>>;

  /**
   * The same, one page at a time, for callers that need not hold everything at once.
   * Throws with code 410 when the server has dropped the state it was reading from: start again.
   */
  listPages<T extends KubeObject = Unstructured>(
    resource: Resource<T>,
    options?: ListOptions,
  ): AsyncIterable<ListResult<T>>;

  /** Creates the object in the namespace its metadata names. */
  create<T extends KubeObject = Unstructured>(
    resource: Resource<T>,
    object: T,
    options?: WriteOptions,
  ): Promise<T>;

  /** Server-side apply: after it, the field manager owns exactly the fields of the intent. */
  apply<T extends KubeObject = Unstructured>(
    resource: Resource<T>,
    intent: ApplyIntent<NoInfer<T>>,
    options: ApplyOptions,
  ): Promise<T>;

  /** JSON merge patch. Put `metadata.uid` or `metadata.resourceVersion` into the patch to make it conditional. */
  mergePatch<T extends KubeObject = Unstructured>(
    resource: Resource<T>,
    key: ObjectKey,
    patch: object,
    options?: PatchOptions,
  ): Promise<T>;

  /** Asks for deletion. `deleted` means accepted: finalizers may keep the object for a while. */
  delete<T extends KubeObject = Unstructured>(
    resource: Resource<T>,
    key: ObjectKey,
    options?: DeleteOptions,
  ): Promise<'deleted' | 'absent'>;

  /**
   * One watch, until the server ends it. The server is read only as fast as the events are taken.
   * Throws like any call; 410 means: list again. For a view that keeps itself current use `createCache`.
   */
  watch<T extends KubeObject = Unstructured>(
    resource: Resource<T>,
    options: WatchOptions,
  ): AsyncIterable<WatchEvent<T>>;

  /** Whether the identity of this client may do something (SelfSubjectAccessReview). */
  canI(question: AccessQuestion, options?: Abortable): Promise<boolean>;

  /** A token for a service account, valid for the API server itself (TokenRequest). */
  createToken(
    serviceAccount: ObjectKey,
    options: {
      /** The server allows no less than 600 and may shorten it. */
      expirationSeconds: number;
      /** The token ends when this Secret of the same namespace is deleted. */
      boundSecret?: { name: string; uid: string };
    } & Abortable,
  ): Promise<ServiceAccountToken>;

  /** The resources of a group and version, without subresources. Throws with code 404 when there is no such group. */
  discover(
    group: string,
    version: string,
    options?: Abortable,
  ): Promise<DiscoveredResource[]>;

  /** Any request. `path` begins with a slash and may have a query. The answer is decoded when it is JSON, else text. */
  raw(
    method: string,
    path: string,
    body?: unknown,
    options?: Abortable,
  ): Promise<unknown>;

  /**
   * The same connection acting as somebody else, in place of whom it acted as before.
   * @throws Error for users and groups that begin with `system:`
   */
  as(user: Impersonation): KubeClient;

  /** Ends running watches and waits for running requests. On a client from {@link KubeClient.as} it does nothing. */
  close(): Promise<void>;
}
