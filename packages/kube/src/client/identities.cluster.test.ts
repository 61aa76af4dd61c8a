import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectionError, isForbidden, isUnauthorized } from '../errors';
import { core } from '../resources';
import { rejection } from '../testing/rejection';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';
import { loadKubeConfig } from './kubeConfig';
import { eventually } from '../testing/eventually';
import { useCluster } from './__testUtils__/useCluster';
import { whoAmI } from './__testUtils__/whoAmI';

const fixture = useCluster('kube-identities');
const { configMap, tokenOf } = fixture;
let admin: KubeClient;
let namespace: string;
beforeEach(() => ({ admin, namespace } = fixture));

const clientWith = (user: object, more: object = {}) =>
  createClient(loadKubeConfig(fixture.kubeconfigWith(user, more)));

describe('identities', () => {
  it("acts as the owner of a user's own token", async () => {
    const portal = clientWith({ token: (await tokenOf('portal')).token });
    const { token } = await tokenOf('worker');
    const worker = portal.as({ user: 'worker', groups: [], token });
    expect((await whoAmI(worker)).username).toMatch(/:worker$/);
    await portal.close();
  });

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

  it('has the rights of the impersonated user, also in streams', async () => {
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
    // The authorizer receives new bindings through a watch.
    await eventually('alice may list', () => alice.canI(question));
    await admin.create(core.configMaps, configMap('a'));
    const { items } = await read();
    expect(items.map(({ metadata }) => metadata.name)).toContain('a');
    expect(await alice.canI({ ...question, namespace: 'default' })).toBe(false);
  });

  it('refuses to act as Kubernetes itself', () => {
    expect(() => admin.as({ user: 'a', groups: ['system:masters'] })).toThrow(
      'Kubernetes reserves names',
    );
  });

  it('gets a token that is valid until the Secret it is bound to is deleted', async () => {
    const before = Date.now();
    const { token, expirationTimestamp } = await tokenOf('worker');
    const life = Date.parse(expirationTimestamp) - before;
    expect(life).toBeGreaterThan(3_590_000);
    expect(life).toBeLessThan(3_610_000);
    const worker = clientWith({ token });
    expect((await whoAmI(worker)).username).toBe(
      `system:serviceaccount:${namespace}:worker`,
    );
    // The server caches a checked token for 10 s; a token that it has not seen yet shows the difference.
    const { token: other } = await tokenOf('other');
    await admin.delete(core.secrets, { namespace, name: 'other-bound' });
    const stranger = clientWith({ token: other });
    expect(isUnauthorized(await rejection(whoAmI(stranger)))).toBe(true);
    await Promise.all([worker.close(), stranger.close()]);
  });

  it('reads its token file again when the server refuses the old token', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
    const tokenFile = join(dir, 'token');
    await writeFile(tokenFile, 'ended');
    const worker = clientWith({ tokenFile });
    expect(isUnauthorized(await rejection(whoAmI(worker)))).toBe(true);
    await writeFile(tokenFile, (await tokenOf('worker')).token);
    expect((await whoAmI(worker)).username).toContain(':worker');
    await worker.close();
    await rm(dir, { recursive: true });
  });

  it('trusts only the authority and the name of the kubeconfig', async () => {
    const fits = clientWith({}, { 'tls-server-name': 'localhost' });
    expect(await fits.raw('GET', '/livez')).toBe('ok');
    const wrongName = clientWith(
      {},
      { 'tls-server-name': 'elsewhere.example' },
    );
    const unknownAuthority = clientWith(
      {},
      { 'certificate-authority-data': undefined },
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

  it('reports the address of a server that does not respond', async () => {
    const nowhere = clientWith(
      { token: 'secret-word' },
      { server: 'https://127.0.0.1:1' },
    );
    const error = await rejection(nowhere.raw('GET', '/livez'));
    expect(error).toMatchObject({ errorCode: 'ECONNREFUSED' });
    expect(String(error)).toContain(
      'The API server https://127.0.0.1:1 cannot be reached',
    );
    expect(JSON.stringify(error)).not.toContain('secret-word');
    await nowhere.close();
  });

  it('aborts with the caller, and with the reason of the caller', async () => {
    const signal = AbortSignal.abort(new Error('changed my mind'));
    await expect(
      admin.list(core.configMaps, { namespace, signal }),
    ).rejects.toThrow('changed my mind');
  });
});
