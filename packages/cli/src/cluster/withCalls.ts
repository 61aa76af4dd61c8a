/** A client whose calls are observed. */
import type { KubeClient } from '@klutch/kube';

/**
 * The client with `observe` around each call; streams are not calls.
 *
 * @param observe - gets the result of a call and its arguments, and returns what the caller gets
 */
export const withCalls = (
  client: KubeClient,
  observe: (
    result: Promise<unknown>,
    args: readonly unknown[],
  ) => Promise<unknown>,
): KubeClient =>
  new Proxy(client, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, args);
        return result instanceof Promise ? observe(result, args) : result;
      };
    },
  });
