import { ConfigMap } from '../coreTypes';
import {
  ApiError,
  isAlreadyExists,
  isConflict,
  isInvalid,
  isNotFound,
} from '../errors';
import { core, defineResource, metadataOf } from '../resources';
import { KubeObject } from '../types';
import { rejection } from '../testing/rejection';
import { KubeClient } from './KubeClient';
import { useCluster } from './__testUtils__/useCluster';

const fixture = useCluster('kube-client');
const { configMap } = fixture;
let admin: KubeClient;
let namespace: string;
beforeEach(() => ({ admin, namespace } = fixture));

const widgets = defineResource({
  group: 'not-there.example',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

describe('reading', () => {
  it('gets an object, and undefined for a missing one', async () => {
    await admin.create(core.configMaps, configMap('a', { x: '1' }));
    const found = await admin.get(core.configMaps, { namespace, name: 'a' });
    expect(found).toMatchObject({ kind: 'ConfigMap', data: { x: '1' } });
    expect(
      await admin.get(core.configMaps, { namespace, name: 'b' }),
    ).toBeUndefined();
  });

  it('distinguishes a missing object from a missing resource', async () => {
    const key = { namespace, name: 'a' };
    const error = await rejection(admin.get(widgets, key));
    expect(isNotFound(error)).toBe(true);
    expect(String(error)).toContain('Check that its CRD is installed');
    expect(isNotFound(await rejection(admin.delete(widgets, key)))).toBe(true);
  });

  it('lists page by page, complete and with types', async () => {
    for (let i = 0; i < 7; i += 1) {
      await admin.create(core.configMaps, configMap(`n${i}`));
    }
    const fieldSelector = 'metadata.name!=kube-root-ca.crt';
    const sizes: number[] = [];
    const pages = admin.listPages(core.configMaps, {
      namespace,
      fieldSelector,
      pageSize: 3,
    });
    for await (const { items } of pages) sizes.push(items.length);
    expect(sizes).toEqual([3, 3, 1]);

    const { items, resourceVersion } = await admin.list(core.configMaps, {
      namespace,
      fieldSelector,
      pageSize: 2,
    });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(
      Array.from({ length: 7 }, (_, i) => `n${i}`),
    );
    expect(items[0]).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    expect(resourceVersion).not.toBe('');
  });

  it('lists by label selector', async () => {
    const labelled = configMap('a');
    labelled.metadata.labels = { team: 'x' };
    await admin.create(core.configMaps, labelled);
    await admin.create(core.configMaps, configMap('b'));
    const { items } = await admin.list(core.configMaps, {
      namespace,
      labelSelector: 'team=x',
    });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['a']);
  });

  it('watches from the version of a list, until the signal aborts', async () => {
    const stop = new AbortController();
    const { resourceVersion } = await admin.list(core.configMaps, {
      namespace,
    });
    await admin.create(core.configMaps, configMap('a'));
    await admin.delete(core.configMaps, { namespace, name: 'a' });
    const seen: string[] = [];
    const events = admin.watch(core.configMaps, {
      namespace,
      resourceVersion,
      signal: stop.signal,
    });
    const end = (async () => {
      for await (const event of events) {
        seen.push(`${event.type} ${event.object.metadata.name}`);
        if (event.type === 'DELETED') stop.abort(new Error('enough'));
      }
    })();
    await expect(end).rejects.toThrow('enough');
    expect(seen.filter(line => line.endsWith(' a'))).toEqual([
      'ADDED a',
      'DELETED a',
    ]);
  });

  it('ends a watch whose reader stops', async () => {
    const { resourceVersion } = await admin.list(core.configMaps, {
      namespace,
    });
    await admin.create(core.configMaps, configMap('a'));
    for await (const event of admin.watch(core.configMaps, {
      namespace,
      resourceVersion,
    })) {
      expect(event.type).toBe('ADDED');
      break;
    }
  });

  it('streams existing objects first, and marks their end', async () => {
    await admin.create(core.configMaps, configMap('a'));
    const seen: string[] = [];
    for await (const { type, object } of admin.watch(core.configMaps, {
      namespace,
      fieldSelector: 'metadata.name=a',
      sendInitialEvents: true,
    })) {
      const { name, annotations } = object.metadata;
      seen.push(
        annotations?.['k8s.io/initial-events-end'] ? 'all' : `${type} ${name}`,
      );
      if (seen.length === 2) break;
    }
    expect(seen).toEqual(['ADDED a', 'all']);
  });

  it('refuses a watch without a start version', () => {
    expect(() => admin.watch(core.configMaps, {})).toThrow(
      'needs a resourceVersion to start from, or sendInitialEvents',
    );
  });

  it('reads metadata only, as objects of their own kind', async () => {
    const metadataOfSecrets = metadataOf(core.secrets);
    await admin.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace, name: 'a', labels: { x: 'y' } },
      stringData: { password: 'secret-word' },
    });
    const key = { namespace, name: 'a' };
    const got = await admin.get(metadataOfSecrets, key);
    const { items } = await admin.list(metadataOfSecrets, { namespace });
    const events = admin.watch(metadataOfSecrets, {
      namespace,
      sendInitialEvents: true,
    });
    const watched = await events[Symbol.asyncIterator]().next();
    for (const object of [got, items[0], watched.value.object]) {
      expect(object).toMatchObject({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'a', labels: { x: 'y' } },
      });
      expect(Object.keys(object)).not.toContain('data');
    }
  });

  it('does not write metadata only', async () => {
    const secrets = metadataOf(core.secrets);
    const object = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace, name: 'a' },
    };
    const key = { namespace, name: 'a' };
    const message = 'Write through the resource itself';
    expect(() => admin.create(secrets, object)).toThrow(message);
    expect(() => admin.apply(secrets, object, { fieldManager: 'one' })).toThrow(
      message,
    );
    expect(() => admin.mergePatch(secrets, key, {})).toThrow(message);
    await expect(admin.delete(secrets, key)).rejects.toThrow(message);
  });

  it('discovers the resources of a group, without subresources', async () => {
    const resources = await admin.discover('', 'v1');
    expect(resources).toContainEqual({
      plural: 'secrets',
      kind: 'Secret',
      namespaced: true,
      verbs: expect.arrayContaining(['get', 'list', 'watch']),
    });
    expect(resources.filter(({ plural }) => plural.includes('/'))).toEqual([]);
    expect(
      isNotFound(await rejection(admin.discover('not-there.example', 'v1'))),
    ).toBe(true);
  });

  it('sends any other request', async () => {
    expect(await admin.raw('GET', '/readyz')).toBe('ok');
    expect(await admin.raw('GET', '/version')).toMatchObject({ major: '1' });
    expect(() => admin.raw('GET', 'version')).toThrow('begin with a slash');
  });
});

describe('writing', () => {
  it('creates an object only once', async () => {
    const created = await admin.create(core.configMaps, configMap('a'));
    expect(created.metadata.uid).toBeDefined();
    const error = await rejection(
      admin.create(core.configMaps, configMap('a')),
    );
    expect(isAlreadyExists(error)).toBe(true);
    expect(isConflict(error)).toBe(false);
  });

  it('stores nothing in a dry run', async () => {
    const dryRun = true;
    const key = { namespace, name: 'a' };
    await admin.create(core.configMaps, configMap('a'), { dryRun });
    expect(await admin.get(core.configMaps, key)).toBeUndefined();
    await admin.create(core.configMaps, configMap('a'));
    await admin.apply(core.configMaps, configMap('a', { x: '1' }), {
      fieldManager: 'one',
      dryRun,
    });
    await admin.mergePatch(
      core.configMaps,
      key,
      { data: { x: '1' } },
      { dryRun },
    );
    expect(await admin.delete(core.configMaps, key, { dryRun })).toBe(
      'deleted',
    );
    const after = await admin.get(core.configMaps, key);
    expect(after).toBeDefined();
    expect(after?.data).toBeUndefined();
  });

  it('names the field and the reason of a refusal', async () => {
    const error = await rejection(
      admin.create(core.configMaps, configMap('Not_A_Name')),
    );
    expect(isInvalid(error)).toBe(true);
    expect((error as ApiError).causes).toContainEqual(
      expect.objectContaining({
        field: 'metadata.name',
        reason: 'FieldValueInvalid',
      }),
    );
  });

  it('applies the fields of a manager, and removes those it no longer applies', async () => {
    const fieldManager = 'one';
    const both = configMap('a', { x: '1', y: '1' });
    await admin.apply(core.configMaps, both, { fieldManager });
    await admin.apply(core.configMaps, configMap('a', { z: '1' }), {
      fieldManager: 'two',
    });
    const after = await admin.apply(
      core.configMaps,
      configMap('a', { x: '2' }),
      { fieldManager },
    );
    expect(after.data).toEqual({ x: '2', z: '1' });
  });

  it('applies an object as it was read', async () => {
    await admin.create(core.configMaps, configMap('a', { x: '1' }));
    const read = await admin.get(core.configMaps, { namespace, name: 'a' });
    expect(read?.metadata.managedFields).toBeDefined();
    const applied = await admin.apply(
      core.configMaps,
      { ...(read as ConfigMap), data: { x: '2' } },
      { fieldManager: 'one', force: true },
    );
    expect(applied.data).toEqual({ x: '2' });
  });

  it('gets a conflict over a field of another manager, unless forced', async () => {
    await admin.apply(core.configMaps, configMap('a', { x: '1' }), {
      fieldManager: 'one',
    });
    const take = (force: boolean) =>
      admin.apply(core.configMaps, configMap('a', { x: '2' }), {
        fieldManager: 'two',
        force,
      });
    const error = await rejection(take(false));
    expect(isConflict(error)).toBe(true);
    expect((error as ApiError).causes).toContainEqual(
      expect.objectContaining({
        field: 'data.x',
        reason: 'FieldManagerConflict',
      }),
    );
    expect((await take(true)).data).toEqual({ x: '2' });
  });

  it('refuses to apply without a name before sending a request', () => {
    const nameless = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace },
    };
    expect(() =>
      admin.apply(core.configMaps, nameless, { fieldManager: 'one' }),
    ).toThrow('needs metadata.name');
  });

  it('patches only the given version and UID', async () => {
    const key = { namespace, name: 'a' };
    const created = await admin.create(core.configMaps, configMap('a'));
    const { uid, resourceVersion } = created.metadata;
    const patched = await admin.mergePatch(core.configMaps, key, {
      metadata: { uid, resourceVersion },
      data: { x: '1' },
    });
    expect(patched.data).toEqual({ x: '1' });
    for (const metadata of [{ resourceVersion }, { uid: 'another' }]) {
      const patch = { metadata, data: { x: '2' } };
      const error = await rejection(
        admin.mergePatch(core.configMaps, key, patch),
      );
      expect(isConflict(error)).toBe(true);
    }
    expect(
      isNotFound(
        await rejection(
          admin.mergePatch(core.configMaps, { namespace, name: 'b' }, {}),
        ),
      ),
    ).toBe(true);
  });

  it('applies only to the given UID', async () => {
    const intent = configMap('a');
    intent.metadata.uid = 'another';
    const apply = () =>
      admin.apply(core.configMaps, intent, { fieldManager: 'one' });
    expect(isConflict(await rejection(apply()))).toBe(true);
    await admin.create(core.configMaps, configMap('a'));
    expect(isConflict(await rejection(apply()))).toBe(true);
  });

  it('writes status apart from the rest', async () => {
    const key = { name: namespace };
    const patch = { status: { conditions: [{ type: 'X', status: 'True' }] } };
    const subresource = 'status';
    const after: KubeObject & { status?: object } = await admin.mergePatch(
      core.namespaces,
      key,
      patch,
      { subresource },
    );
    expect(after.status).toMatchObject(patch.status);
  });

  it('deletes only the given version and UID', async () => {
    const key = { namespace, name: 'a' };
    const created = await admin.create(core.configMaps, configMap('a'));
    const { uid, resourceVersion } = created.metadata;
    await admin.mergePatch(core.configMaps, key, { data: { x: '1' } });
    for (const preconditions of [{ resourceVersion }, { uid: 'another' }]) {
      const error = await rejection(
        admin.delete(core.configMaps, key, { preconditions }),
      );
      expect(isConflict(error)).toBe(true);
    }
    const preconditions = { uid };
    expect(await admin.delete(core.configMaps, key, { preconditions })).toBe(
      'deleted',
    );
    expect(await admin.delete(core.configMaps, key)).toBe('absent');
  });
});
