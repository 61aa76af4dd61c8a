// What can be chosen when a client is made.
import { LookupFunction } from 'node:net';
import { KubeMetrics } from '../metrics';
import { RateLimiter } from '../rate/RateLimiter';
import { KeepaliveTimes } from './Keepalive';
import { ConnectionPolicy } from './policy';

/** How a client behaves. Times in milliseconds, from 1 to 2^31-1 (24 days); none can be switched off. */
export interface ClientOptions {
  /** Sent as User-Agent, which the server's audit log and flow control see; default `klutch-kube`. */
  userAgent?: string;
  /** Time to connect; default 10 000. */
  connectTimeoutMs?: number;
  /** Time until an answer begins; default 30 000. */
  headersTimeoutMs?: number;
  /** Longest silence inside an answer, watches excepted; default 30 000. */
  bodyTimeoutMs?: number;
  /**
   * Time for one request from being let through by the rate limiter to the end of its answer, including the waits for
   * credentials and for a free connection; of a watch, until it is open. A request that is repeated after a 401 has it
   * twice, and once more what its credentials take. Default 120 000: API servers give up after 60 000.
   */
  requestTimeoutMs?: number;
  /**
   * While watches are open and nothing comes from the server, it is asked for `/livez`; without any answer all watches
   * end with a `ConnectionError`. Default: after 30 000 ms of silence, with 15 000 ms for the answer.
   */
  keepalive?: KeepaliveTimes;
  /**
   * Longest answer that is read, in bytes, watches excepted: from 1 to what a text of Node.js can hold (512 MiB);
   * default 500 MiB. Answers that are no success are read up to 1 MiB.
   */
  maxAnswerBytes?: number;
  /**
   * How fast the server may be asked; default: a limiter of the client's own, 100 requests a second and bursts of 200.
   * Give one limiter to all clients of a cluster.
   */
  rateLimiter?: RateLimiter | 'unlimited';
  /** Where figures of requests go; default: nowhere. */
  metrics?: KubeMetrics;
  /** What the kubeconfig may ask for; default: nothing that runs programs or goes through proxies. */
  policy?: ConnectionPolicy;
  /**
   * Finds the addresses of the server for each new connection; default: the system's. It is not asked for a server that
   * is named by its address. Through a proxy it finds the proxy, and the proxy finds the server.
   */
  lookup?: LookupFunction;
}
