import { ApiError, type KubeClient, type ObjectMeta } from '@klutch/kube';
import { thing } from '../../testing/objects';
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

/** @param list - remaining objects, or the error of the list. */
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
  return {
    asked,
    left: countRemaining(client, 'x-team-a', { ...type, onlyMarked }),
  };
}

describe('countRemaining', () => {
  it('counts all objects of a type in the service namespace, by metadata only', async () => {
    const { left, asked } = count([{}, marked({ bound: 'true' })]);
    expect(await left).toBe(2);
    expect(asked).toEqual([{ slim: true, namespace: 'x-team-a' }]);
  });

  it('counts only marked objects where others are the provider’s own', async () => {
    const objects = [
      {},
      marked({ 'resource-owner': 'Provider' }),
      marked({ bound: 'true' }),
      marked({ 'consumer-cluster': 'uid' }),
    ];
    expect(await count(objects, { onlyMarked: true }).left).toBe(3);
  });

  it('is zero for a cluster-scoped type', async () => {
    const { left, asked } = count([{}], { namespaced: false });
    expect(await left).toBe(0);
    expect(asked).toEqual([]);
  });

  it('is unknown for a type that is not served: its CRD may serve no version', async () => {
    expect(await count([], { served: false }).left).toBeUndefined();
  });

  it.each([403, 404])('is unknown when the list answers %i', async code => {
    expect(await count(answer(code)).left).toBeUndefined();
  });

  it('throws other errors', async () => {
    await expect(count(answer(500)).left).rejects.toThrow('no');
  });
});
