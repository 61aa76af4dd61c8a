/** A client whose writes the API server checks and does not store. */
import type { KubeClient } from '@klutch/kube';

/** The client with `dryRun` in each write. */
export function dryRunClient(client: KubeClient): KubeClient {
  const writes: Pick<KubeClient, 'apply' | 'create' | 'delete' | 'mergePatch'> =
    {
      apply: (resource, intent, options) =>
        client.apply(resource, intent, { ...options, dryRun: true }),
      create: (resource, object, options) =>
        client.create(resource, object, { ...options, dryRun: true }),
      delete: (resource, key, options) =>
        client.delete(resource, key, { ...options, dryRun: true }),
      mergePatch: (resource, key, patch, options) =>
        client.mergePatch(resource, key, patch, { ...options, dryRun: true }),
    };
  return new Proxy(client, {
    get(target, key): unknown {
      if (key in writes) return Reflect.get(writes, key);
      const member: unknown = Reflect.get(target, key);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
