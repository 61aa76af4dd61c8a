import { ApiError, type KubeClient } from '@klutch/kube';
import { TypeDiscovery } from './typeDiscovery';

const notFound = new ApiError({ code: 404, reason: 'NotFound', message: 'x' });
const things = { plural: 'things', kind: 'Thing', namespaced: true };

/** Serves types by group and version. */
function cluster(offered: Record<string, (typeof things)[]>) {
  const asked: string[] = [];
  const client = {
    async raw(_method: string, path: string) {
      asked.push(path);
      const versions = Object.keys(offered)
        .filter(each => `/apis/${each}`.startsWith(`${path}/`))
        .map(each => ({ groupVersion: each, version: each.split('/')[1] }));
      if (versions.length === 0) throw notFound;
      return { kind: 'APIGroup', versions };
    },
    async discover(group: string, version: string) {
      const path = group === '' ? version : `${group}/${version}`;
      asked.push(path);
      const found = offered[path];
      if (!found) throw notFound;
      return found;
    },
  } as unknown as KubeClient;
  return { asked, types: new TypeDiscovery(client) };
}

const type = { group: 'example.com', plural: 'things' };

describe('TypeDiscovery', () => {
  it('finds a type in the given version', async () => {
    const { types } = cluster({ 'example.com/v1': [things] });
    expect(await types.find({ ...type, version: 'v1' })).toEqual({
      ...type,
      version: 'v1',
      kind: 'Thing',
      namespaced: true,
    });
    expect(await types.find({ ...type, version: 'v2' })).toBeUndefined();
    expect(
      await types.find({ ...type, plural: 'others', version: 'v1' }),
    ).toBeUndefined();
  });

  it('finds a type in any version', async () => {
    const { types } = cluster({
      'example.com/v2': [],
      'example.com/v1beta1': [things],
    });
    expect((await types.findAny(type))?.version).toBe('v1beta1');
    expect(
      await types.findAny({ group: 'gone.io', plural: 'x' }),
    ).toBeUndefined();
  });

  it('knows the versions of the core group', async () => {
    const { types } = cluster({ v1: [{ ...things, plural: 'endpoints' }] });
    expect(
      (await types.findAny({ group: '', plural: 'endpoints' }))?.version,
    ).toBe('v1');
  });

  it('requests nothing twice, and nothing for secrets', async () => {
    const { types, asked } = cluster({ 'example.com/v1': [things] });
    await Promise.all([
      types.findAny(type),
      types.findAny({ ...type, plural: 'others' }),
      types.findAny({ group: '', plural: 'secrets' }),
    ]);
    expect(asked).toEqual(['/apis/example.com', 'example.com/v1']);
  });

  it('throws other errors than not found', async () => {
    const failure = new Error('busy');
    const types = new TypeDiscovery({
      raw: async () => Promise.reject(failure),
    } as unknown as KubeClient);
    await expect(types.findAny(type)).rejects.toBe(failure);
  });
});
