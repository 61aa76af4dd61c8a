/** Exports that no binding uses. */
import type { APIServiceBinding, APIServiceExport } from '@klutch/bind-api';
import type { Cache, KubeClient, KubeObject, Logger } from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import { thingBinding, thingExport } from '../testing/objects';
import { createUnboundExports } from './unboundExports';

const cacheOf = <T extends KubeObject>(found: T) =>
  ({
    whenSynced: async () => undefined,
    get: () => found,
    list: () => [found],
    byIndex: () => [found],
    subscribe: () => () => undefined,
  }) as unknown as Cache<T>;
const silent = {
  error: () => undefined,
  debug: () => undefined,
  child: () => silent,
} as unknown as Logger;

/**
 * Writes to an export whose binding has another kubeconfig.
 * @param isSameTarget - whether that kubeconfig targets the same cluster namespace.
 */
async function writes(isSameTarget: boolean): Promise<string[]> {
  const written: string[] = [];
  const stop = new AbortController();
  const isDecided = new Promise<void>(resolve => {
    const controller = createUnboundExports({
      appCluster: {
        bindings: cacheOf<APIServiceBinding>(thingBinding()),
      } as unknown as AppCluster,
      client: {
        async mergePatch(_resource: unknown, _key: unknown, patch: object) {
          written.push(JSON.stringify(patch));
          resolve();
        },
      } as unknown as KubeClient,
      exports: cacheOf<APIServiceExport>(thingExport()),
      targetsThisControlPlane() {
        if (isSameTarget) resolve();
        return isSameTarget;
      },
      logger: silent,
    });
    controller.start(stop.signal);
    controller.enqueue('cluster-x/things.example.com');
  });
  await isDecided;
  stop.abort();
  return written;
}

describe('an export', () => {
  it('counts as bound by a binding with another kubeconfig for its cluster namespace', async () => {
    expect(await writes(true)).toEqual([]);
  });

  it('without a binding gets the reason APIServiceBindingNotFound', async () => {
    expect(await writes(false)).toEqual([
      expect.stringContaining('APIServiceBindingNotFound'),
    ]);
  });
});
