/** A client that is known only after an asynchronous step. */
import type { KubeClient } from '@klutch/kube';

async function* iterate<T>(
  source: () => Promise<AsyncIterable<T>>,
): AsyncGenerator<T> {
  yield* await source();
}

/**
 * Sends each request with the client that `resolve` returns.
 *
 * @param base - a client of the same connection, for what does not depend on the identity
 */
export const deferredClient = (
  base: KubeClient,
  resolve: () => Promise<KubeClient>,
): KubeClient => ({
  get server() {
    return base.server;
  },
  get: async (...args) => (await resolve()).get(...args),
  list: async (...args) => (await resolve()).list(...args),
  listPages: (...args) =>
    iterate(async () => (await resolve()).listPages(...args)),
  create: async (...args) => (await resolve()).create(...args),
  apply: async (...args) => (await resolve()).apply(...args),
  mergePatch: async (...args) => (await resolve()).mergePatch(...args),
  delete: async (...args) => (await resolve()).delete(...args),
  watch: (...args) => iterate(async () => (await resolve()).watch(...args)),
  canI: async (...args) => (await resolve()).canI(...args),
  createToken: async (...args) => (await resolve()).createToken(...args),
  discover: async (...args) => (await resolve()).discover(...args),
  raw: async (...args) => (await resolve()).raw(...args),
  as: user => base.as(user),
  guarded: guard =>
    deferredClient(base, async () => (await resolve()).guarded(guard)),
  reconnect: kubeConfig => base.reconnect(kubeConfig),
  // A derived client has nothing to close.
  close: async () => {},
});
