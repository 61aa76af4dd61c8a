/** Creates the konnector's clients: the one place for the rate limit, and where tests inject faults. */
import {
  createClient,
  createRateLimiter,
  type ClientOptions,
  type KubeClient,
  type loadKubeConfig,
} from '@klutch/kube';

/** client-node's KubeConfig. */
export type KubeConfig = ReturnType<typeof loadKubeConfig>;

/**
 * Creates a client for a kubeconfig.
 * @throws Error with a message for operators when the kubeconfig uses a feature that the client does not support.
 */
export type Connect = (
  kubeConfig: KubeConfig,
  options?: ClientOptions,
) => KubeClient;

/**
 * Rate limit per cluster. The client's own default would slow the sync of new objects below what API servers accept;
 * the limiter backs off when a server answers 429.
 */
export const defaultRate = { qps: 500, burst: 1_000 };

/** Default {@link Connect}: one client with its own rate limiter per cluster. */
export const connect: Connect = (kubeConfig, options) =>
  createClient(kubeConfig, {
    rateLimiter: createRateLimiter(defaultRate),
    ...options,
  });
