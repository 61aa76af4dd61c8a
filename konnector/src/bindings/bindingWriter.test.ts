import { bindResources, type APIServiceBinding } from '@klutch/bind-api';
import type { Cache, KubeClient } from '@klutch/kube';
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

/** Writes make version 2; `shown` is what the watch has brought when the answer comes. */
function world(shown: string) {
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
  const seen = () => writer.see(key).object?.metadata.resourceVersion;
  return { writer, seen };
}
const write = (writer: BindingWriter) =>
  writer.patchMetadata(version('1'), { annotations: { a: 'b' } });

describe('BindingWriter', () => {
  it('remembers what it wrote until the watch shows it', async () => {
    const { writer, seen } = world('1');
    await write(writer);
    expect(seen()).toBe('2');
  });

  it('does not take its write for newer than what the watch brought meanwhile', async () => {
    const { writer, seen } = world('3');
    await write(writer);
    expect(seen()).toBe('3');
  });
});
