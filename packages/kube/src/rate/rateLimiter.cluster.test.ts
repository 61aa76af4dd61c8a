import { LocalCluster, borrowCluster } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { createCache } from '../cache/createCache';
import { createClient } from '../client/createClient';
import { loadKubeConfig } from '../client/kubeConfig';
import { CustomResourceDefinition } from '../customResourceDefinition';
import { core, defineResource } from '../resources';
import { createRateLimiter } from './createRateLimiter';
import { RateLimiter, RateObservation } from './RateLimiter';

let cluster: LocalCluster;

beforeAll(async () => {
  cluster = await borrowCluster({ name: 'kube-rate' });
}, 60_000);
afterAll(() => cluster?.stop(), 60_000);

const crd = (plural: string, kind: string): CustomResourceDefinition => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.rate.example` },
  spec: {
    group: 'rate.example',
    scope: 'Namespaced',
    names: { plural, kind, singular: kind.toLowerCase() },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object' } },
      },
    ],
  },
});

itLong(
  'is not slowed down by new CRDs, whose storage refuses for a moment',
  async () => {
    const limiter = createRateLimiter();
    const observed: RateObservation[] = [];
    const client = createClient(loadKubeConfig(cluster.kubeconfig), {
      rateLimiter: {
        acquire: signal => limiter.acquire(signal),
        observe(observation) {
          observed.push(observation);
          limiter.observe(observation);
        },
        get qps() {
          return limiter.qps;
        },
      } satisfies RateLimiter,
    });
    const stop = new AbortController();
    try {
      for (const kind of ['One', 'Two', 'Three']) {
        const plural = `${kind.toLowerCase()}s`;
        const cache = createCache({
          client,
          resource: defineResource({
            group: 'rate.example',
            version: 'v1',
            plural,
            kind,
            namespaced: true,
          }),
        });
        cache.start(stop.signal);
        await client.create(core.customResourceDefinitions, crd(plural, kind));
        await cache.whenSynced(stop.signal);
      }
      const refusals = observed.filter(({ code }) => code === 429);
      expect(refusals).toEqual(
        refusals.map(() => ({
          code: 429,
          reason: 'TooManyRequests',
          retryAfterSeconds: 1,
        })),
      );
      expect(limiter.qps).toBe(100);
    } finally {
      stop.abort();
      await client.close();
    }
  },
  60_000,
);
