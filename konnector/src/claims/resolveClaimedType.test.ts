import type { KubeClient, Resource } from '@klutch/kube';
import type { Mapping } from '../mapping/Mapping';
import { resolveClaimedType } from './resolveClaimedType';

const things = { plural: 'things', kind: 'Thing', namespaced: true };

/** Fake cluster that serves things in these versions. */
const serving = (...versions: string[]) =>
  ({
    discover: async (_group: string, version: string) =>
      versions.includes(version) ? [things] : [],
  }) as unknown as KubeClient;
const resolve = (consumerClient: KubeClient, providerClient: KubeClient) =>
  resolveClaimedType({
    consumerClient,
    providerClient,
    claim: { group: 'example.com', resource: 'things', version: 'v2' },
    versions: ['v1', 'v2'],
    isolation: undefined,
    mappingOf: (resource: Resource) =>
      ({ consumer: resource, provider: resource }) as Mapping,
  });

it('takes the first version that both clusters serve', async () => {
  const version = async (...clusters: [KubeClient, KubeClient]) => {
    const found = await resolve(...clusters);
    return found.ok ? found.mapping.consumer.version : found.problem;
  };
  const both = serving('v1', 'v2');
  expect(await version(both, both)).toBe('v1');
  expect(await version(both, serving('v2'))).toBe('v2');
  expect(await version(serving('v1'), serving('v2'))).toContain(
    'in version v1',
  );
});
