/** How the konnector makes its connections: one place for the rate, and a seam for tests. */
import {
  createClient,
  createRateLimiter,
  type ClientOptions,
  type KubeClient,
  type loadKubeConfig,
} from '@klutch/kube';

/** What client-node calls a KubeConfig. */
export type KubeConfig = ReturnType<typeof loadKubeConfig>;

/**
 * Makes a client for a kubeconfig.
 * @throws Error in words when the kubeconfig asks for something the client does not do.
 */
export type Connect = (
  kubeConfig: KubeConfig,
  options?: ClientOptions,
) => KubeClient;

/**
 * How fast one cluster may be asked. The client's own default would cap the sync of new objects below what API servers
 * bear; the limiter slows down by itself when a server says so.
 */
export const defaultRate = { qps: 500, burst: 1_000 };

/** The default: a client of its own with a limiter of its own, for one cluster. */
export const connect: Connect = (kubeConfig, options) =>
  createClient(kubeConfig, {
    rateLimiter: createRateLimiter(defaultRate),
    ...options,
  });
