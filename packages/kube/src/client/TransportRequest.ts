// A request on its way to the server, before it is bound to a connection.
import { WriteGuard } from './KubeClient';
import { Shape } from './shapes';

/** Header names and values; a name with several values is sent once for each. */
export type RequestHeaders = Record<string, string | string[]>;

/** A request to an API server. */
export interface TransportRequest {
  /** What is asked, for figures and traces: a verb of Kubernetes, or `raw`. */
  verb: string;
  /** Plural of the resource asked for; absent for other paths. */
  resource?: string;
  /** Of HTTP. */
  method: string;
  /** Path and query below the server's address. */
  path: string;
  /** Default: JSON. */
  accept?: string;
  /** Headers that say whom to act as; default: whom the kubeconfig says. */
  identity?: RequestHeaders;
  /** Default: JSON. */
  contentType?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** The body may hold whole numbers beyond 2^53. */
  inexactNumbers?: boolean;
  /** Asked right before the request is sent. */
  guards?: readonly WriteGuard[];
  signal?: AbortSignal;
}

/** Sends a request and answers what the server answered, if it has the shape. */
export type Send = <R>(
  request: TransportRequest,
  shape: Shape<R>,
) => Promise<R>;
