import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalCluster, startCluster } from '@klutch/local-clusters';
import { ConfigMap } from '../coreTypes';
import { ConnectionError, isForbidden, isUnauthorized } from '../errors';
import { core } from '../resources';
import { rejection } from '../testing/rejection';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';
import { loadKubeConfig } from './kubeConfig';
import { until } from '../testing/until';

let cluster: LocalCluster;
let admin: KubeClient;
let namespaces = 0;
let namespace: string;

beforeAll(async () => {
  cluster = await startCluster({ name: 'kube-identities' });
  admin = createClient(loadKubeConfig(cluster.kubeconfig));
}, 60_000);

afterAll(async () => {
  await admin?.close();
  await cluster?.stop();
}, 60_000);

beforeEach(async () => {
  namespaces += 1;
  namespace = `test-${namespaces}`;
  await admin.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
});

const configMap = (
  name: string,
  data: Record<string, string> = {},
): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace, name },
  data,
});

describe('identities', () => {
  const whoAmI = async (client: KubeClient) => {
    const review = await client.raw(
      'POST',
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
    );
    return (
      review as { status: { userInfo: { username: string; groups: string[] } } }
    ).status.userInfo;
  };

  it('acts as a user with several groups', async () => {
    const alice = admin.as({
      user: 'klutch:alice',
      groups: ['a b', 'klutch:x'],
    });
    expect(await whoAmI(alice)).toMatchObject({
      username: 'klutch:alice',
      groups: ['a b', 'klutch:x', 'system:authenticated'],
    });
    await alice.close();
    expect((await whoAmI(admin)).username).not.toBe('klutch:alice');
  });

  it('has the rights of the one it acts as, in streams too', async () => {
    const alice = admin.as({ user: 'klutch:alice', groups: ['one', 'two'] });
    const question = {
      verb: 'list',
      group: '',
      resource: 'configmaps',
      namespace,
    };
    expect(await alice.canI(question)).toBe(false);
    const read = () => alice.list(core.configMaps, { namespace });
    expect(isForbidden(await rejection(read()))).toBe(true);
    const watch = alice.watch(core.configMaps, {
      namespace,
      resourceVersion: '0',
    });
    expect(
      isForbidden(await rejection(watch[Symbol.asyncIterator]().next())),
    ).toBe(true);

    const rbac = 'rbac.authorization.k8s.io';
    await admin.create(core.roles, {
      apiVersion: `${rbac}/v1`,
      kind: 'Role',
      metadata: { namespace, name: 'reader' },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
    });
    await admin.create(core.roleBindings, {
      apiVersion: `${rbac}/v1`,
      kind: 'RoleBinding',
      metadata: { namespace, name: 'reader' },
      roleRef: { apiGroup: rbac, kind: 'Role', name: 'reader' },
      subjects: [{ apiGroup: rbac, kind: 'Group', name: 'two' }],
    });
    // The authorizer learns of new bindings from a watch of its own.
    await until('alice may list', () => alice.canI(question));
    await admin.create(core.configMaps, configMap('a'));
    const { items } = await read();
    expect(items.map(({ metadata }) => metadata.name)).toContain('a');
    expect(await alice.canI({ ...question, namespace: 'default' })).toBe(false);
  });

  it('refuses to act as Kubernetes itself', () => {
    expect(() => admin.as({ user: 'a', groups: ['system:masters'] })).toThrow(
      'belong to Kubernetes',
    );
  });

  /** A token for a new service account, bound to the secret `<name>-bound`. */
  async function tokenOf(name: string) {
    const secret = await admin.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace, name: `${name}-bound` },
    });
    await admin.create(core.serviceAccounts, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { namespace, name },
    });
    return admin.createToken(
      { namespace, name },
      {
        expirationSeconds: 3600,
        boundSecret: {
          name: `${name}-bound`,
          uid: secret.metadata.uid ?? '',
        },
      },
    );
  }

  const kubeconfigWith = (user: object, more: object = {}) =>
    loadKubeConfig(
      JSON.stringify({
        'current-context': 'c',
        contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
        clusters: [
          {
            name: 'c',
            cluster: {
              server: cluster.url,
              'certificate-authority-data': cluster.caData,
              ...more,
            },
          },
        ],
        users: [{ name: 'u', user }],
      }),
    );

  it('gets a token that works until the secret it is bound to is deleted', async () => {
    const before = Date.now();
    const { token, expirationTimestamp } = await tokenOf('worker');
    const life = Date.parse(expirationTimestamp) - before;
    expect(life).toBeGreaterThan(3_590_000);
    expect(life).toBeLessThan(3_610_000);
    const worker = createClient(kubeconfigWith({ token }));
    expect((await whoAmI(worker)).username).toBe(
      `system:serviceaccount:${namespace}:worker`,
    );
    // A token that the server has checked is remembered for 10 s; one that it has not yet seen shows the difference.
    const { token: other } = await tokenOf('other');
    await admin.delete(core.secrets, { namespace, name: 'other-bound' });
    const stranger = createClient(kubeconfigWith({ token: other }));
    expect(isUnauthorized(await rejection(whoAmI(stranger)))).toBe(true);
    await Promise.all([worker.close(), stranger.close()]);
  });

  it('reads its token file again when the server refuses the old token', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
    const tokenFile = join(dir, 'token');
    await writeFile(tokenFile, 'ended');
    const worker = createClient(kubeconfigWith({ tokenFile }));
    expect(isUnauthorized(await rejection(whoAmI(worker)))).toBe(true);
    await writeFile(tokenFile, (await tokenOf('worker')).token);
    expect((await whoAmI(worker)).username).toContain(':worker');
    await worker.close();
    await rm(dir, { recursive: true });
  });

  it('trusts only the authority and the name of the kubeconfig', async () => {
    const fits = createClient(
      kubeconfigWith({}, { 'tls-server-name': 'localhost' }),
    );
    expect(await fits.raw('GET', '/livez')).toBe('ok');
    const wrongName = createClient(
      kubeconfigWith({}, { 'tls-server-name': 'elsewhere.example' }),
    );
    const unknownAuthority = createClient(
      kubeconfigWith({}, { 'certificate-authority-data': undefined }),
    );
    for (const [client, errorCode] of [
      [wrongName, 'ERR_TLS_CERT_ALTNAME_INVALID'],
      [unknownAuthority, expect.stringMatching(/CERT|SIGNATURE|ISSUER/)],
    ] as const) {
      const error = await rejection(client.raw('GET', '/livez'));
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ failure: 'unreachable', errorCode });
      await client.close();
    }
    await fits.close();
  });

  it('says where it wanted to go when nobody answers', async () => {
    const nowhere = createClient(
      kubeconfigWith(
        { token: 'secret-word' },
        { server: 'https://127.0.0.1:1' },
      ),
    );
    const error = await rejection(nowhere.raw('GET', '/livez'));
    expect(error).toMatchObject({ errorCode: 'ECONNREFUSED' });
    expect(String(error)).toContain(
      'The API server https://127.0.0.1:1 cannot be reached',
    );
    expect(JSON.stringify(error)).not.toContain('secret-word');
    await nowhere.close();
  });

  it('gives up when the caller does, with the reason of the caller', async () => {
    const signal = AbortSignal.abort(new Error('changed my mind'));
    await expect(
      admin.list(core.configMaps, { namespace, signal }),
    ).rejects.toThrow('changed my mind');
  });
});
