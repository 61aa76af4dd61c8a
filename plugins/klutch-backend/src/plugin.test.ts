import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackendModule } from '@backstage/backend-plugin-api';
import {
  mockCredentials,
  mockServices,
  startTestBackend,
} from '@backstage/backend-test-utils';
import { klutchIdentityExtensionPoint } from '@klutch/backstage-plugin-klutch-node';
import request from 'supertest';
import klutchPlugin from '.';

const folder = mkdtempSync(join(tmpdir(), 'klutch-plugin-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Configuration with a control plane that never responds. */
const config = () => {
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [{ name: 'u', user: { token: 't' } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
  );
  return mockServices.rootConfig.factory({
    data: { klutch: { controlPlane: { kubeconfig } } },
  });
};

const moduleWithStrategy = (moduleId: string) =>
  createBackendModule({
    pluginId: 'klutch',
    moduleId,
    register(module) {
      module.registerInit({
        deps: { identity: klutchIdentityExtensionPoint },
        async init({ identity }) {
          identity.setStrategy({
            identityOf: async () => ({ user: 'corp:a123', groups: ['dev'] }),
          });
        },
      });
    },
  });

it('impersonates whom the strategy of a module names', async () => {
  const backend = await startTestBackend({
    features: [klutchPlugin, moduleWithStrategy('directory'), config()],
  });
  const me = await request(backend.server)
    .get('/api/klutch/me')
    .set('authorization', mockCredentials.user.header('user:default/alice'));
  expect(me.body).toMatchObject({
    userRef: 'user:default/alice',
    kubernetesUser: 'corp:a123',
    kubernetesGroups: ['dev'],
  });
  await backend.stop();
});

it('refuses a second identity strategy', async () => {
  const modules = ['one', 'two'].map(moduleWithStrategy);
  await expect(
    startTestBackend({ features: [klutchPlugin, ...modules, config()] }),
  ).rejects.toThrow(
    'Two modules of the plugin klutch set an identity strategy',
  );
});

it('offers its actions through the actions registry', async () => {
  const backend = await startTestBackend({
    features: [klutchPlugin, config()],
  });
  const invoke = (authorization: string) =>
    request(backend.server)
      .post(
        '/api/klutch/.backstage/actions/v1/actions/klutch:list-instances/invoke',
      )
      .set('authorization', authorization)
      .send({});
  const listed = await invoke(mockCredentials.user.header());
  expect(listed.body).toEqual({
    output: { instances: [], total: 0, complete: false },
  });
  expect((await invoke(mockCredentials.service.header())).status).toBe(403);
  await backend.stop();
});
