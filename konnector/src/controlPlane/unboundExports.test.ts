/** When an export counts as bound by nobody. */
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
 * What is written to an export whose binding has another kubeconfig for the cluster namespace.
 * @param leads - whether it leads there.
 */
async function writes(leads: boolean): Promise<string[]> {
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
        if (leads) resolve();
        return leads;
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
  it('is bound by a binding with another kubeconfig for its cluster namespace', async () => {
    expect(await writes(true)).toEqual([]);
  });

  it('without a binding gets the reason APIServiceBindingNotFound', async () => {
    expect(await writes(false)).toEqual([
      expect.stringContaining('APIServiceBindingNotFound'),
    ]);
  });
});
