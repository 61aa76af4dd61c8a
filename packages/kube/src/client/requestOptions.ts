// Options of the client's calls: selecting, reading, writing and watching objects.

/** A request that the caller can abort. */
export interface Abortable {
  /** When it aborts, the request ends, and the call throws the signal's reason. */
  signal?: AbortSignal;
}

/** Which objects of a resource. Selectors use the API server's syntax and are evaluated there. */
export interface Selection {
  /** Only this namespace; default: all. */
  namespace?: string;
  /** For example `app=web,tier!=cache` or `app in (a, b)`; default: all. */
  labelSelector?: string;
  /** For example `metadata.name=a`; which fields can be used depends on the resource; default: all. */
  fieldSelector?: string;
}

/** Options of a list. */
export interface ListOptions extends Selection, Abortable {
  /** Objects per page; default 500. 0 requests everything in one response. */
  pageSize?: number;
  /**
   * Accept any state that is at least as new as this version, instead of the newest one. A server that is behind the
   * version, for example after a restore from a backup, responds with 504 and the cause `ResourceVersionTooLarge`.
   */
  notOlderThan?: string;
}

/** Options of a write. */
export interface WriteOptions extends Abortable {
  /** Name under which the server records the owner of the fields. */
  fieldManager?: string;
  /** Let the server process the request without storing the result; default false. */
  dryRun?: boolean;
  /** Refuse unknown fields (code 400) instead of dropping them; default false. */
  strictFields?: boolean;
  /**
   * Write whole numbers beyond 2^53 with the digits lost since they were read; default false: refuse them. Only for
   * values that are shown and not computed with.
   */
  inexactNumbers?: boolean;
}

/** Options of a server-side apply. */
export interface ApplyOptions extends WriteOptions {
  /** Manager that owns exactly the applied fields afterwards. */
  fieldManager: string;
  /** Take fields over from other managers instead of failing with a conflict; default false. */
  force?: boolean;
  /** Apply to this subresource; default: everything else. */
  subresource?: 'status';
}

/** Options of a merge patch. */
export interface PatchOptions extends WriteOptions {
  /** Patch this subresource; default: everything else. */
  subresource?: 'status';
}

/** Options of a deletion. */
export interface DeleteOptions extends Abortable {
  /** Delete only an object that has exactly these values; otherwise the call fails with a conflict. */
  preconditions?: {
    /** `metadata.uid` of the object. */
    uid?: string;
    /** `metadata.resourceVersion` of the object. */
    resourceVersion?: string;
  };
  /** Let the server process the request without deleting; default false. */
  dryRun?: boolean;
}

/** Options of a watch. */
export interface WatchOptions extends Selection, Abortable {
  /** Version to start from: of a list or of the last received event. Optional only with `sendInitialEvents`. */
  resourceVersion?: string;
  /**
   * Send all existing objects as ADDED events first (a streaming list), then a BOOKMARK with the annotation
   * `k8s.io/initial-events-end`. A server without support responds with 422 or 400.
   */
  sendInitialEvents?: boolean;
  /** Seconds after which the server ends the stream; default: the server's choice (30 to 60 minutes). */
  timeoutSeconds?: number;
  /**
   * Milliseconds without a complete event or bookmark after which the stream counts as dead, from 1 to 2^31-1;
   * default: never.
   */
  idleTimeoutMs?: number;
  /** Called once, when the server has accepted the watch, before its first event. */
  onOpen?: () => void;
}
