// What calls of the client take: which objects are meant, and how they are read, written and watched.

/** Lets a caller give up on a request. */
export interface Abortable {
  /** When it aborts, the request ends, and the call throws the signal's reason. */
  signal?: AbortSignal;
}

/** Which objects of a resource. Selectors are in the API server's own syntax and evaluated there. */
export interface Selection {
  /** Only this namespace; default: all. */
  namespace?: string;
  /** For example `app=web,tier!=cache` or `app in (a, b)`; default: all. */
  labelSelector?: string;
  /** For example `metadata.name=a`; which fields can be used depends on the resource; default: all. */
  fieldSelector?: string;
}

/** What is listed, and how. */
export interface ListOptions extends Selection, Abortable {
  /** Objects a page; default 500. 0 asks for everything in one answer. */
  pageSize?: number;
  /**
   * Any state that is at least as new as this version will do, instead of the newest one. A server that has not come
   * so far, for example since it was restored from a backup, answers 504 with the cause `ResourceVersionTooLarge`.
   */
  notOlderThan?: string;
}

/** How something is written. */
export interface WriteOptions extends Abortable {
  /** Name under which the server records who set which field. */
  fieldManager?: string;
  /** Let the server do everything but store the result; default false. */
  dryRun?: boolean;
  /** Refuse fields that the schema does not know (code 400) instead of dropping them; default false. */
  strictFields?: boolean;
  /**
   * Write whole numbers beyond 2^53 as they are here, with digits lost since they were read; default false: refuse them.
   * For what is shown to people and nobody counts with.
   */
  inexactNumbers?: boolean;
}

/** A field of an apply that another manager owns. */
export interface FieldConflict {
  /** Path of the field, for example `spec.parameters.size`. */
  field: string;
  /** Name of the manager that owns it. */
  manager: string;
}

/** How a server-side apply is done. */
export interface ApplyOptions extends WriteOptions {
  /** Who wants what is applied; after the apply it owns exactly these fields. */
  fieldManager: string;
  /**
   * Take fields over from other managers instead of failing with a conflict; default false. A function is asked with
   * the conflicts the server found, and says whether they may be taken over: the apply is then sent again with force.
   */
  force?: boolean | ((conflicts: FieldConflict[]) => boolean);
  /** Apply to this part; default: everything else. */
  subresource?: 'status';
}

/** How a merge patch is done. */
export interface PatchOptions extends WriteOptions {
  /** Patch this part; default: everything else. */
  subresource?: 'status';
}

/** How an object is deleted. */
export interface DeleteOptions extends Abortable {
  /** Delete only the object that has exactly these; otherwise the call fails with a conflict. */
  preconditions?: {
    /** `metadata.uid` of the object. */
    uid?: string;
    /** `metadata.resourceVersion` of the object. */
    resourceVersion?: string;
  };
  /** What happens to the objects it owns; default: the server's choice for the resource. */
  propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  /** Let the server do everything but delete; default false. */
  dryRun?: boolean;
}

/** What is watched, and how. */
export interface WatchOptions extends Selection, Abortable {
  /** Where to start: the version of a list or of the last event seen. Only with `sendInitialEvents` it may be left out. */
  resourceVersion?: string;
  /**
   * Send everything that exists as ADDED events first (a streaming list), then a BOOKMARK with the annotation
   * `k8s.io/initial-events-end`. A server that cannot do this answers 422 or 400.
   */
  sendInitialEvents?: boolean;
  /**
   * After how many seconds the server ends the stream; default: the server's choice (30 to 60 minutes). One that has not
   * done so 30 s later is taken to have.
   */
  timeoutSeconds?: number;
  /** Whether the server tells from time to time how far it is; default true. */
  allowBookmarks?: boolean;
  /**
   * Milliseconds without a complete event or bookmark after which the stream counts as dead, from 1 to 2^31-1; default:
   * never.
   */
  idleTimeoutMs?: number;
  /** Called once, when the server has accepted the watch, before its first event. */
  onOpen?: () => void;
}
