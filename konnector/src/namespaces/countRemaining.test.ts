import { ApiError, type KubeClient, type ObjectMeta } from '@klutch/kube';
import { TypeDiscovery } from '../typeDiscovery';
import { thing } from '../testing/objects';
import { countRemaining } from './countRemaining';

const type = { group: 'example.com', plural: 'things', onlyMarked: false };
const answer = (code: number) =>
  new ApiError({ code, reason: 'x', message: 'no' });
const marked = (annotations: Record<string, string>): ObjectMeta => ({
  annotations: Object.fromEntries(
    Object.entries(annotations).map(([key, value]) => [
      `klutch.anynines.com/${key}`,
      value,
    ]),
  ),
});

/** @param list - what is left, or why that is not told. */
function count(
  list: ObjectMeta[] | Error,
  options: {
    onlyMarked?: boolean;
    namespaced?: boolean;
    served?: boolean;
  } = {},
) {
  const { onlyMarked = false, namespaced = true, served = true } = options;
  const asked: unknown[] = [];
  const client = {
    raw: async () => ({ versions: [{ version: 'v1' }] }),
    discover: async () =>
      served ? [{ plural: 'things', kind: 'Thing', namespaced }] : [],
    async list(resource: { metadataOnly?: boolean }, of: object) {
      asked.push({ slim: resource.metadataOnly, ...of });
      if (list instanceof Error) throw list;
      return { items: list.map(metadata => thing(metadata)) };
    },
  } as unknown as KubeClient;
  const offered = new TypeDiscovery(client);
  return {
    asked,
    left: countRemaining(client, offered, 'x-team-a', { ...type, onlyMarked }),
  };
}

describe('countRemaining', () => {
  it('counts all objects of a type in the service namespace, without their bodies', async () => {
    const { left, asked } = count([{}, marked({ bound: 'true' })]);
    expect(await left).toBe(2);
    expect(asked).toEqual([{ slim: true, namespace: 'x-team-a' }]);
  });

  it('counts those that the konnector has marked, where others are the provider’s own', async () => {
    const objects = [
      {},
      marked({ 'resource-owner': 'Provider' }),
      marked({ bound: 'true' }),
      marked({ 'consumer-cluster': 'uid' }),
    ];
    expect(await count(objects, { onlyMarked: true }).left).toBe(3);
  });

  it('is nothing of a cluster-scoped type', async () => {
    const { left, asked } = count([{}], { namespaced: false });
    expect(await left).toBe(0);
    expect(asked).toEqual([]);
  });

  it('does not know of a type that is not shown: its CRD may serve no version', async () => {
    expect(await count([], { served: false }).left).toBeUndefined();
  });

  it.each([403, 404])('does not know when the answer is %i', async code => {
    expect(await count(answer(code)).left).toBeUndefined();
  });

  it('fails when the answer is another failure', async () => {
    await expect(count(answer(500)).left).rejects.toThrow('no');
  });
});
