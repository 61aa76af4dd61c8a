import { metadataOf } from '../resources';
import { FakeApiServer } from '../testing/FakeApiServer';
import { notes } from '../testing/notes';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';
import { withType } from './representation';

const metadata = { name: 'a', resourceVersion: '7', labels: { a: 'b' } };
const type = { apiVersion: 'testing.example/v1', kind: 'Note' };

it('returns an object unchanged, except for the type that items of lists lack', () => {
  const note = { ...type, metadata, text: 'words' };
  expect(withType(note, notes)).toBe(note);
  const item = { metadata, text: 'words' } as typeof note;
  expect(withType(item, notes)).toEqual(note);
});

it('converts metadata to an object', () => {
  const partial = {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'PartialObjectMetadata',
    metadata,
  };
  expect(withType(partial, metadataOf(notes))).toEqual({ ...type, metadata });
});

describe('a server without support for metadata only', () => {
  let server: FakeApiServer;
  let client: KubeClient;

  beforeEach(async () => {
    server = await FakeApiServer.start();
    client = createClient(server.kubeConfig);
    server.put('a', 'secret words');
  });
  afterEach(async () => {
    await client.close();
    await server.stop();
  });

  const expected = {
    ...type,
    metadata: expect.objectContaining({ name: 'a' }),
  };

  it('adds no contents to a list', async () => {
    const { items } = await client.list(metadataOf(notes));
    expect(items).toEqual([expected]);
  });

  it('adds no contents to a watch', async () => {
    const stop = new AbortController();
    const events = client.watch(metadataOf(notes), {
      sendInitialEvents: true,
      signal: stop.signal,
    });
    for await (const { object } of events) {
      expect(object).toEqual(expected);
      break;
    }
    stop.abort();
  });
});
