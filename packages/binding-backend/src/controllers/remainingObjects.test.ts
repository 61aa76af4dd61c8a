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
 * @param answers - by plural: names of what is there, or why that is not told; nothing is there of others
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

describe('what is left in a service namespace', () => {
  it('is looked for among what is exported, and what either side noted', async () => {
    const there = [{ metadata: { name: 'one' } }];
    const inTheNote = { api: databases, objects: there };
    const answers = { databases: ['one'] };
    for (const noted of [exported(databases), synced(databases)]) {
      const { found, asked } = await findRemaining(noted, answers);
      expect(found).toEqual([inTheNote]);
      expect(asked).toEqual(['databases']); // a note that is all spares all other lists
    }
    const exports = [databasesExport('x')];
    const { found } = await findRemaining(exported(''), answers, { exports });
    expect(found).toEqual([inTheNote]);
  });

  it.each([
    ['exported once', exported(databases)],
    ['synced once', synced(databases)],
  ])(
    'is not known of a type that was %s, and may not be listed',
    async (_, noted) => {
      const { found } = await findRemaining(noted, { databases: 403 });
      expect(found).toEqual([hidden(databases)]);
    },
  );

  it.each([
    ['nobody noted', {}],
    [
      'the konnector came after another one',
      synced(`${caches},unknown-before`),
    ],
    ['the note cannot be read', synced('a/b')],
    [
      'the backend came after another one',
      { ...exported(`${caches},unknown-before`), ...synced('?') },
    ],
  ])(
    'is not known where %s, and one type may not be listed',
    async (_, noted) => {
      const { found } = await findRemaining(noted, {
        databases: 403,
        caches: ['kept'],
      });
      expect(found).toContainEqual(unrecorded);
    },
  );

  it('is known where every type can be listed, though nobody noted', async () => {
    const { found } = await findRemaining({}, { caches: ['one'] });
    expect(found).toEqual([
      { api: databases, objects: [] },
      { api: caches, objects: [{ metadata: { name: 'one' } }] },
    ]);
  });

  it('is known by the note of one side where that of the other is not all', async () => {
    const forbidden = { databases: 403 };
    for (const noted of [
      { ...synced('unknown-before'), ...exported(caches) },
      { ...exported('unknown-before'), ...synced(caches) },
    ]) {
      const { found } = await findRemaining(noted, forbidden);
      expect(found).toEqual([{ api: caches, objects: [] }]);
    }
  });

  it('is not known of a type that is not served at the moment', async () => {
    const noted = exported(databases);
    expect((await findRemaining(noted, { databases: 404 })).found).toEqual([
      hidden(databases),
    ]);
    const { found } = await findRemaining(noted, {}, { crds: [unserved()] });
    expect(found).toEqual([hidden(databases)]);
  });

  it('went with its type', async () => {
    expect(
      (await findRemaining(exported(databases), {}, { crds: [] })).found,
    ).toEqual([]);
  });

  it('is not guessed at when the API server fails', async () => {
    await expect(
      findRemaining(exported(databases), { databases: 500 }),
    ).rejects.toThrow('no');
  });
});
