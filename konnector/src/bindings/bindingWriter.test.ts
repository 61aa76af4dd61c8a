import { bindResources, type APIServiceBinding } from '@klutch/bind-api';
import { ApiError, type Cache, type KubeClient } from '@klutch/kube';
import { falseCondition } from '../conditions/conditionResult';
import { thingExport } from '../testing/objects';
import { BindingWriter } from './bindingWriter';

const key = 'klutch-bind/things.example.com';
const version = (resourceVersion: string): APIServiceBinding => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceBinding',
  metadata: {
    namespace: 'klutch-bind',
    name: 'things.example.com',
    uid: 'b',
    resourceVersion,
  },
});

/** Writes return version 2; `shown` is the version in the cache when the response arrives. */
function bindingWriterFixture(shown: string) {
  let cached = version('1');
  const bindings = {
    resource: bindResources.bindings,
    get: () => cached,
  } as unknown as Cache<APIServiceBinding>;
  const client = {
    async mergePatch() {
      cached = version(shown);
      return version('2');
    },
  } as unknown as KubeClient;
  const writer = new BindingWriter(client, bindings);
  const seen = () => writer.get(key).object?.metadata.resourceVersion;
  return { writer, seen };
}
const write = (writer: BindingWriter, seen = version('1')) =>
  writer.patchMetadata(seen, { annotations: { a: 'b' } });

/** The API server has version 9 and rejects writes of other versions; the watch shows version 1. */
function lateWatch() {
  const sent: (string | undefined)[] = [];
  let live: object = version('9');
  const client = {
    server: 'https://x',
    async mergePatch(_resource: unknown, _key: unknown, patch: Stated) {
      const { resourceVersion } = patch.metadata;
      sent.push(resourceVersion);
      if (resourceVersion === '9') return { ...patch, metadata: { uid: 'b' } };
      throw new ApiError({ code: 409, reason: 'Conflict', message: 'late' });
    },
    get: async () => live,
  };
  const writer = new BindingWriter(
    client as unknown as KubeClient,
    {
      resource: bindResources.bindings,
      get: () => version('1'),
    } as unknown as Cache<APIServiceBinding>,
  );
  return {
    writer,
    sent,
    client: client as unknown as KubeClient,
    has: (object: object) => (live = object),
  };
}
type Stated = { metadata: { resourceVersion?: string } };
const connected = falseCondition('Pending', 'wait');

describe('BindingWriter', () => {
  it.each<[string, (writer: BindingWriter) => Promise<unknown>]>([
    ['metadata', writer => write(writer, writer.get(key).object)],
    [
      'a status',
      writer =>
        writer.writeStatus(writer.get(key).object ?? version('1'), {
          connected,
        }),
    ],
  ])(
    'R05: writes %s from the live object after a conflict, while the watch lags',
    async (_what, send) => {
      const { writer, sent } = lateWatch();
      await expect(send(writer)).rejects.toThrow('late');
      await send(writer);
      expect(sent).toEqual(['1', '9']);
    },
  );

  it('R05: writes the status of an export from the live object after a conflict', async () => {
    const { writer, sent, client, has } = lateWatch();
    const cached = thingExport();
    const { metadata } = cached;
    has({ ...cached, metadata: { ...metadata, resourceVersion: '9' } });
    const send = () => writer.writeExportStatus(client, cached, { connected });
    await expect(send()).rejects.toThrow('late');
    await send();
    expect(sent).toEqual(['3', '9']);
  });

  it('returns what it wrote until the watch shows it', async () => {
    const { writer, seen } = bindingWriterFixture('1');
    await write(writer);
    expect(seen()).toBe('2');
  });

  it('does not treat its write as newer than an event of the watch', async () => {
    const { writer, seen } = bindingWriterFixture('3');
    await write(writer);
    expect(seen()).toBe('3');
  });
});
