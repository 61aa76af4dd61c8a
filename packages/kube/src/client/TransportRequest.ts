// A request before a connection is chosen for it.
import { WriteGuard } from './KubeClient';
import { Shape } from './shapes';

/** Header names and values; a name with several values is sent once for each. */
export type RequestHeaders = Record<string, string | string[]>;

/** A request to an API server. */
export interface TransportRequest {
  /** The operation for metrics and traces: a verb of Kubernetes, or `raw`. */
  verb: string;
  /** Plural of the requested resource; absent for other paths. */
  resource?: string;
  /** HTTP method. */
  method: string;
  /** Path and query, relative to the server's address. */
  path: string;
  /** The `Accept` header; default: JSON. */
  accept?: string;
  /** Headers that name the user; default: the impersonation headers of the kubeconfig. */
  identity?: RequestHeaders;
  /** The `Content-Type` header; default: JSON. */
  contentType?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Whether the body may hold whole numbers beyond 2^53. */
  inexactNumbers?: boolean;
  /** Checked right before the request is sent. */
  guards?: readonly WriteGuard[];
  signal?: AbortSignal;
}

/** Sends a request and returns the body of the response, when it has the expected shape. */
export type Send = <R>(
  request: TransportRequest,
  shape: Shape<R>,
) => Promise<R>;
