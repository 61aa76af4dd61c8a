import { ApiError, type KubeClient } from '@klutch/kube';
import { findType, findTypeInAnyVersion } from './typeDiscovery';

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
  return { asked, client };
}

const type = { group: 'example.com', plural: 'things' };

describe('findType', () => {
  it('finds a type in the given version', async () => {
    const { client } = cluster({ 'example.com/v1': [things] });
    const find = (version: string, plural = type.plural) =>
      findType(client, { ...type, plural, version });
    expect(await find('v1')).toEqual({
      ...type,
      version: 'v1',
      kind: 'Thing',
      namespaced: true,
    });
    expect(await find('v2')).toBeUndefined();
    expect(await find('v1', 'others')).toBeUndefined();
  });

  it('requests nothing for secrets', async () => {
    const { client, asked } = cluster({});
    const secrets = { group: '', plural: 'secrets', version: 'v1' };
    expect((await findType(client, secrets))?.kind).toBe('Secret');
    expect(asked).toEqual([]);
  });
});

describe('findTypeInAnyVersion', () => {
  it('finds a type in any version', async () => {
    const { client } = cluster({
      'example.com/v2': [],
      'example.com/v1beta1': [things],
    });
    const found = await findTypeInAnyVersion(client, type);
    expect(found?.version).toBe('v1beta1');
    const gone = { group: 'gone.io', plural: 'x' };
    expect(await findTypeInAnyVersion(client, gone)).toBeUndefined();
  });

  it('knows the versions of the core group', async () => {
    const endpoints = { group: '', plural: 'endpoints' };
    const { client } = cluster({ v1: [{ ...things, ...endpoints }] });
    const found = await findTypeInAnyVersion(client, endpoints);
    expect(found?.version).toBe('v1');
  });

  it('throws other errors than not found', async () => {
    const failure = new Error('busy');
    const client = {
      raw: async () => Promise.reject(failure),
    } as unknown as KubeClient;
    await expect(findTypeInAnyVersion(client, type)).rejects.toBe(failure);
  });
});
