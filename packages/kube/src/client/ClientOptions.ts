// Options of a client.
import { LookupFunction } from 'node:net';
import type { KubeMetrics } from '../KubeMetrics';
import { RateLimiter } from '../rate/RateLimiter';
import { KeepaliveTimes } from './Keepalive';
import { ConnectionPolicy } from './policy';

/** Options of a client. Times are in milliseconds, from 1 to 2^31-1 (24 days); none can be switched off. */
export interface ClientOptions {
  /** Sent as User-Agent, which the server's audit log and flow control use; default `klutch-kube`. */
  userAgent?: string;
  /** Time to connect; default 10 000. */
  connectTimeoutMs?: number;
  /** Time until a response starts; default 30 000. */
  headersTimeoutMs?: number;
  /** Longest silence within a response, except of watches; default 30 000. */
  bodyTimeoutMs?: number;
  /**
   * Time for one request, from passing the rate limiter to the end of the response, including waits for credentials
   * and for a free connection; of a watch, until it is open. A request that is repeated after a 401 gets this time
   * twice, plus once more to renew its credentials. Default 120 000: API servers give up after 60 000.
   */
  requestTimeoutMs?: number;
  /**
   * While watches are open and the server sends nothing, `/livez` is requested; without any response all watches end
   * with a `ConnectionError`. Default: after 30 000 ms of silence, with 15 000 ms for the response.
   */
  keepalive?: KeepaliveTimes;
  /**
   * Longest response that is read, in bytes, except of watches: from 1 to the longest string of Node.js (512 MiB);
   * default 500 MiB. Error responses are read up to 1 MiB.
   */
  maxAnswerBytes?: number;
  /**
   * Rate limiter of the requests; default: a separate limiter for this client, 100 requests a second and bursts of
   * 200. Share one limiter between all clients of a cluster.
   */
  rateLimiter?: RateLimiter | 'unlimited';
  /** Metrics of requests; default: none. */
  metrics?: KubeMetrics;
  /** What the kubeconfig may ask for; default: neither programs nor proxies. */
  policy?: ConnectionPolicy;
  /**
   * Resolves the server's name for each new connection; default: the system's lookup. Not called for a server that is
   * given by IP address. With a proxy the proxy's name is resolved here, and the proxy resolves the server's.
   */
  lookup?: LookupFunction;
}

/** Options of a client with their defaults. They stay the same when the kubeconfig changes. */
export interface ClientSettings
  extends
    Required<Omit<ClientOptions, 'rateLimiter' | 'metrics' | 'lookup'>>,
    Pick<ClientOptions, 'metrics' | 'lookup'> {
  /** Absent: the rate is not limited. */
  rateLimiter?: RateLimiter;
}
