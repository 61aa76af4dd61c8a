// The client's face: every way this project talks to an API server.
import { KubeConfig } from '@kubernetes/client-node';
import {
  ApplyIntent,
  KubeObject,
  ObjectKey,
  Resource,
  Unstructured,
  WatchEvent,
} from '../types';
import {
  Abortable,
  ApplyOptions,
  DeleteOptions,
  ListOptions,
  PatchOptions,
  WatchOptions,
  WriteOptions,
} from './requestOptions';

/** Objects of one resource at one point in time. */
export interface ListResult<T> {
  /** The objects, in the order of their keys; of a page, those of the page. */
  items: T[];
  /** Where a watch can start. */
  resourceVersion: string;
}

/** A question about the caller's own rights. */
export interface ResourceAttributes {
  /** For example `get`; `*` for all. */
  verb: string;
  /** API group; the empty string is the core group. */
  group: string;
  /** Plural of the resource, or `*`. */
  resource: string;
  /** For example `status`; absent: the resource itself. */
  subresource?: string;
  /** Absent: in all namespaces, or cluster-scoped. */
  namespace?: string;
  /** Absent: any object. */
  name?: string;
}

/** A resource that the API server offers. */
export interface DiscoveredResource {
  /** In lower case, as in URLs. */
  plural: string;
  /** Kind of its objects. */
  kind: string;
  /** Whether its objects lie in namespaces. */
  namespaced: boolean;
  /** What the server can do with it, for example `watch`. */
  verbs: string[];
}

/** Whom to act as. */
export interface Impersonation {
  /** Name of the user: printable ASCII. */
  user: string;
  /** Groups of the user; the server adds `system:authenticated`. */
  groups: string[];
}

/** A token for a service account. */
export interface ServiceAccountToken {
  /** The token (JWT). A credential: keep it out of logs. */
  token: string;
  /** When it ends, RFC 3339. */
  expirationTimestamp: string;
}

/** Says whether writes may still be sent: what a leader's lease gives. */
export interface WriteGuard {
  /** Called right before each write is sent. Throws when nothing may be written any more. */
  check(): void;
  /** Ends writes that are under way. */
  readonly signal: AbortSignal;
}

/**
 * A connection to one cluster under one identity.
 *
 * Every call throws {@link ApiError} when the server refuses and {@link ConnectionError} when it cannot be asked.
 * Nothing is repeated by itself: who calls knows whether a repetition is right. There are three exceptions, each once: a
 * request that was refused with 401, when there is something else to sign in with by now; a {@link KubeClient.list}
 * whose pages have expired (410), which is read anew in one answer; an {@link KubeClient.apply} whose function `force`
 * lets it take fields over. Requests wait for the rate limiter, which all clients made from one another share.
 *
 * Numbers are JavaScript's: a whole number beyond 2^53 loses digits when it is read, and a write whose body holds one
 * rejects with an {@link InexactNumberError}, unless its options say otherwise. Nothing of it is sent. Schemas
 * (`openAPIV3Schema`) are let through.
 */
export interface KubeClient {
  /** Address of the API server, as in the kubeconfig in use. */
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
  canI(attributes: ResourceAttributes, options?: Abortable): Promise<boolean>;

  /** A token for a service account, valid for the API server itself (TokenRequest). */
  createToken(
    serviceAccount: ObjectKey,
    options: {
      /** The server allows no less than 600 and may shorten it. */
      expirationSeconds: number;
      /** The token ends when this Secret of the same namespace is deleted. */
      boundSecret?: {
        /** Of the Secret. */
        name: string;
        /** Of the Secret. */
        uid: string;
      };
    } & Abortable,
  ): Promise<ServiceAccountToken>;

  /** The resources of a group and version, without subresources. Throws with code 404 when there is no such group. */
  discover(
    group: string,
    version: string,
    options?: Abortable,
  ): Promise<DiscoveredResource[]>;

  /**
   * Any request. `path` begins with a slash and may have a query; a body is sent as JSON. The answer is decoded when it
   * is JSON, else text. All methods but GET, HEAD and OPTIONS count as writes.
   */
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

  /**
   * The same connection, whose writes are sent only while the guard allows it, and the guards that there are already.
   * Reads are not guarded, nor is {@link KubeClient.canI}. What a guard throws, the call throws.
   */
  guarded(guard: WriteGuard): KubeClient;

  /**
   * Goes on with another kubeconfig, for this client and all clients of the same connection: what is asked from now on
   * uses it, requests under way are let finish, watches that have said something end as if the server had ended them, so
   * that whoever follows them resumes where they were, and others are opened anew. It must lead to the same cluster:
   * resource versions mean nothing elsewhere. Resolves when the old connections are gone.
   * @throws Error when the kubeconfig cannot be used or asks for what the client's policy refuses; the old one stays in
   * use then
   */
  reconnect(kubeConfig: KubeConfig): Promise<void>;

  /** Ends running watches and waits for running requests. On a client from {@link KubeClient.as} or {@link KubeClient.guarded} it does nothing. */
  close(): Promise<void>;
}
