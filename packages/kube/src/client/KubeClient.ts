// The client interface: all requests of this project to an API server.
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
  /** The objects in the order of their keys; of a page, only those of the page. */
  items: T[];
  /** Version from which a watch can start. */
  resourceVersion: string;
}

/** An access request about the caller's own rights. */
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
  /** Whether its objects are namespaced. */
  namespaced: boolean;
  /** Supported verbs, for example `watch`. */
  verbs: string[];
}

/** The user to impersonate, or to act as with a token. */
export interface Impersonation {
  /** Name of the user: printable ASCII. */
  user: string;
  /** Groups of the user; the server adds `system:authenticated`. */
  groups: string[];
  /**
   * Further facts about the user for audit logs and policies, by lower-case key (`example.com/person`); printable
   * ASCII. Needs the right to impersonate `userextras/<key>`. Default: none.
   */
  extra?: Readonly<Record<string, string[]>>;
  /**
   * A token (JWT) of the user's own. Then it is sent in place of the client's credentials, nobody is impersonated, and
   * the server decides who the user is; `user` and `groups` should be what it decides. A credential: keep it out of
   * logs. Default: the user is impersonated.
   */
  token?: string;
}

/** A token for a service account. */
export interface ServiceAccountToken {
  /** The token (JWT). A credential: keep it out of logs. */
  token: string;
  /** Expiry time, RFC 3339. */
  expirationTimestamp: string;
}

/** Decides whether writes may still be sent, as the guard of a leader's lease does. */
export interface WriteGuard {
  /** Called right before each write is sent. Throws when writes are no longer allowed. */
  check(): void;
  /** Aborts running writes. */
  readonly signal: AbortSignal;
}

/**
 * A connection to one cluster under one identity.
 *
 * Every call throws {@link ApiError} for an error response and {@link ConnectionError} when there is no response.
 * Nothing is retried, since only the caller knows whether a retry is right. There are three exceptions, each once: a
 * request refused with 401, when other credentials are available by then; a {@link KubeClient.list} whose pages have
 * expired (410), which is read again in one response; an {@link KubeClient.apply} whose function `force` allows
 * taking fields over. Requests wait for the rate limiter, which all derived clients share.
 *
 * Numbers are JavaScript's: a whole number beyond 2^53 loses digits when it is read, and a write whose body holds one
 * rejects with an {@link InexactNumberError} before anything is sent, unless its options allow it. Schemas
 * (`openAPIV3Schema`) are exempt.
 */
export interface KubeClient {
  /** Address of the API server, as in the present kubeconfig. */
  readonly server: string;

  /** The object, or undefined when it does not exist. Throws when the resource does not exist (no CRD). */
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
   * As `list`, one page at a time, for callers that need not hold everything at once. Throws with code 410 when the
   * server no longer has the state of the earlier pages: start again.
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

  /** Server-side apply: afterwards the field manager owns exactly the fields of the intent. */
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

  /** Deletes an object. `deleted` means accepted: finalizers may keep the object for a while. */
  delete<T extends KubeObject = Unstructured>(
    resource: Resource<T>,
    key: ObjectKey,
    options?: DeleteOptions,
  ): Promise<'deleted' | 'absent'>;

  /**
   * One watch, until the server ends it. Reads from the server only as fast as the events are consumed. Throws like
   * any call; 410 means: list again. For a view that stays up to date use `createCache`.
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
      /** The server requires at least 600 and may shorten the time. */
      expirationSeconds: number;
      /** The token expires when this Secret of the same namespace is deleted. */
      boundSecret?: {
        /** Name of the Secret. */
        name: string;
        /** UID of the Secret. */
        uid: string;
      };
    } & Abortable,
  ): Promise<ServiceAccountToken>;

  /** The resources of a group and version, without subresources. Throws with code 404 when the group does not exist. */
  discover(
    group: string,
    version: string,
    options?: Abortable,
  ): Promise<DiscoveredResource[]>;

  /**
   * Any other request. `path` starts with a slash and may have a query; a body is sent as JSON. The response is
   * decoded when it is JSON, otherwise text. All methods but GET, HEAD and OPTIONS count as writes.
   */
  raw(
    method: string,
    path: string,
    body?: unknown,
    options?: Abortable,
  ): Promise<unknown>;

  /**
   * The same connection acting as another user, in place of any user before.
   * @throws Error for users and groups that start with `system:`, and for a token that a header cannot carry
   */
  as(user: Impersonation): KubeClient;

  /**
   * The same connection with one more guard: writes are sent only while all guards allow them. Reads and {@link
   * KubeClient.canI} are not guarded. The call throws what the guard throws.
   */
  guarded(guard: WriteGuard): KubeClient;

  /**
   * Switches this client and all clients of the same connection to another kubeconfig. New requests use it, running
   * requests finish, watches that have received something end as if the server had ended them, so that their callers
   * resume, and other watches are opened again. The kubeconfig must lead to the same cluster, since resource versions
   * are not valid elsewhere. Resolves when the old connections are closed.
   * @throws Error when the kubeconfig cannot be used or asks for something that the client's policy refuses; the old
   * one then stays in use
   */
  reconnect(kubeConfig: KubeConfig): Promise<void>;

  /**
   * Ends running watches and waits for running requests. Does nothing on a client from {@link KubeClient.as} or
   * {@link KubeClient.guarded}.
   */
  close(): Promise<void>;
}
