import {
  annotations,
  bindResources,
  names,
  type APIServiceNamespace,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import { ApiError, type KubeClient } from '@klutch/kube';
import { databasesCrd, databasesExport } from '../testing/samples';
import {
  remainingObjects,
  type RemainingObjectsQuery,
} from './remainingObjects';

const databases = 'databases.example.test';
const caches = 'caches.example.test';
const hidden = (api: string) => ({ api, objects: undefined });
const unrecorded = hidden('types that were not recorded');
const synced = (text: string) => ({ [annotations.syncedTypes]: text });
const exported = (text: string) => ({ [annotations.exportedTypes]: text });

const cachesCrd = (): CustomResourceDefinition => {
  const { spec, ...rest } = databasesCrd();
  return {
    ...rest,
    metadata: { name: caches },
    spec: { ...spec, names: { ...spec.names, plural: 'caches' } },
  };
};
const unserved = (): CustomResourceDefinition => {
  const { spec, ...rest } = databasesCrd();
  const versions = spec.versions.map(one => ({ ...one, served: false }));
  return { ...rest, spec: { ...spec, versions } };
};

/**
 * @param noted - annotations of the APIServiceNamespace
 * @param answers - by plural: names of the existing objects, or the error of the list; other types have no objects
 */
const findRemaining = async (
  noted: Record<string, string>,
  answers: Record<string, string[] | number> = {},
  known: Partial<Pick<RemainingObjectsQuery, 'crds' | 'exports'>> = {},
) => {
  const asked: string[] = [];
  const client = {
    async list({ plural }: { plural: string }) {
      asked.push(plural);
      const answer = answers[plural] ?? [];
      if (typeof answer !== 'number') {
        return { items: answer.map(name => ({ metadata: { name } })) };
      }
      throw new ApiError({ code: answer, reason: 'x', message: 'no' });
    },
  } as unknown as KubeClient;
  const object: APIServiceNamespace = {
    apiVersion: names.apiVersion,
    kind: bindResources.serviceNamespaces.kind,
    metadata: { namespace: 'x', name: 'team-a', annotations: noted },
  };
  const crds = [databasesCrd(), cachesCrd()];
  const where = { namespace: 'x-team-a', object };
  const search = { ...where, crds, exports: [], ...known };
  return { found: await remainingObjects(client, search), asked };
};

describe('remaining objects in a service namespace', () => {
  it('are listed for exported and for recorded types', async () => {
    const there = [{ metadata: { name: 'one' } }];
    const inTheNote = { api: databases, objects: there };
    const answers = { databases: ['one'] };
    for (const noted of [exported(databases), synced(databases)]) {
      const { found, asked } = await findRemaining(noted, answers);
      expect(found).toEqual([inTheNote]);
      expect(asked).toEqual(['databases']); // A complete record makes all other lists unnecessary.
    }
    const exports = [databasesExport('x')];
    const { found } = await findRemaining(exported(''), answers, { exports });
    expect(found).toEqual([inTheNote]);
  });

  it.each([
    ['exported once', exported(databases)],
    ['synced once', synced(databases)],
  ])(
    'are unknown for a type that was %s, and may not be listed',
    async (_, noted) => {
      const { found } = await findRemaining(noted, { databases: 403 });
      expect(found).toEqual([hidden(databases)]);
    },
  );

  it.each([
    ['nothing was recorded', {}],
    ['the konnector replaced another one', synced(`${caches},unknown-before`)],
    ['the record cannot be read', synced('a/b')],
    [
      'the backend replaced another one',
      { ...exported(`${caches},unknown-before`), ...synced('?') },
    ],
  ])(
    'are unknown where %s, and one type may not be listed',
    async (_, noted) => {
      const { found } = await findRemaining(noted, {
        databases: 403,
        caches: ['kept'],
      });
      expect(found).toContainEqual(unrecorded);
    },
  );

  it('are known when every type can be listed, without any record', async () => {
    const { found } = await findRemaining({}, { caches: ['one'] });
    expect(found).toEqual([
      { api: databases, objects: [] },
      { api: caches, objects: [{ metadata: { name: 'one' } }] },
    ]);
  });

  it("are known by one side's complete record when the other's is incomplete", async () => {
    const forbidden = { databases: 403 };
    for (const noted of [
      { ...synced('unknown-before'), ...exported(caches) },
      { ...exported('unknown-before'), ...synced(caches) },
    ]) {
      const { found } = await findRemaining(noted, forbidden);
      expect(found).toEqual([{ api: caches, objects: [] }]);
    }
  });

  it('are unknown for a type that is currently not served', async () => {
    const noted = exported(databases);
    expect((await findRemaining(noted, { databases: 404 })).found).toEqual([
      hidden(databases),
    ]);
    const { found } = await findRemaining(noted, {}, { crds: [unserved()] });
    expect(found).toEqual([hidden(databases)]);
  });

  it('are none when their CRD is deleted', async () => {
    expect(
      (await findRemaining(exported(databases), {}, { crds: [] })).found,
    ).toEqual([]);
  });

  it('are not determined when the API server fails', async () => {
    await expect(
      findRemaining(exported(databases), { databases: 500 }),
    ).rejects.toThrow('no');
  });
});
