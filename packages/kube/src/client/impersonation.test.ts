import { IncomingHttpHeaders } from 'node:http';
import { core } from '../resources';
import { answerObject, StubServer } from './__testUtils__/StubServer';
import { createClient } from './createClient';
import { impersonationHeaders } from './impersonation';
import { KubeClient } from './KubeClient';
import { loadKubeConfig } from './kubeConfig';

describe('impersonationHeaders', () => {
  it('repeats the header for each group', () => {
    expect(
      impersonationHeaders({ user: 'klutch:alice', groups: ['a b', 'c'] }),
    ).toEqual({
      'impersonate-user': 'klutch:alice',
      'impersonate-group': ['a b', 'c'],
    });
  });

  it('sends no empty header when there are no groups', () => {
    expect(impersonationHeaders({ user: 'alice', groups: [] })).toEqual({
      'impersonate-user': 'alice',
    });
  });

  it('encodes the keys of extra fields, which may hold a slash', () => {
    const extra = { 'example.com/person': ['user:default/alice'] };
    expect(impersonationHeaders({ user: 'all', groups: [], extra })).toEqual({
      'impersonate-user': 'all',
      'impersonate-extra-example.com%2Fperson': ['user:default/alice'],
    });
    expect(() =>
      impersonationHeaders({ user: 'a', groups: [], extra: { k: ['a\r\n'] } }),
    ).toThrow('only printable ASCII');
  });

  it.each([
    'system:admin',
    'system:serviceaccount:kube-system:default',
    'System:masters',
    'SYSTEM:anonymous',
  ])('refuses %s as user and as group', name => {
    const message = 'Kubernetes reserves names that start with "system:"';
    expect(() => impersonationHeaders({ user: name, groups: [] })).toThrow(
      message,
    );
    expect(() =>
      impersonationHeaders({ user: 'a', groups: ['b', name] }),
    ).toThrow(message);
  });

  it.each([
    '',
    ' system:admin',
    'a ',
    'a\r\nimpersonate-group: system:masters',
    'ä',
    '\u0000',
  ])('refuses %j, which no header can carry unchanged', name => {
    expect(() => impersonationHeaders({ user: name, groups: [] })).toThrow(
      'only printable ASCII',
    );
  });
});

describe('a client of a kubeconfig that impersonates a user with groups', () => {
  let stub: StubServer;
  let client: KubeClient;
  let seen: IncomingHttpHeaders[];

  beforeEach(async () => {
    stub = await StubServer.start();
    seen = [];
    stub.answer = (request, response) => {
      seen.push(request.headers);
      answerObject(request, response);
    };
    client = createClient(
      loadKubeConfig(
        JSON.stringify({
          'current-context': 'c',
          contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
          clusters: [{ name: 'c', cluster: { server: stub.url } }],
          users: [
            { name: 'u', user: { as: 'operator', 'as-groups': ['admins'] } },
          ],
        }),
      ),
    );
  });
  afterEach(async () => {
    await client.close();
    await stub.stop();
  });

  it('impersonates that user', async () => {
    await client.list(core.secrets);
    expect(seen).toEqual([
      expect.objectContaining({
        'impersonate-user': 'operator',
        'impersonate-group': 'admins',
      }),
    ]);
  });

  it('has none of those groups when it impersonates another user without groups', async () => {
    const alice = client.as({ user: 'alice', groups: [] });
    await alice.list(core.secrets);
    const events = alice.watch(core.secrets, { resourceVersion: '1' });
    await events[Symbol.asyncIterator]().next();
    expect(seen).toHaveLength(2);
    for (const headers of seen) {
      expect(headers).toMatchObject({ 'impersonate-user': 'alice' });
      expect(headers).not.toHaveProperty('impersonate-group');
    }
  });
});

describe("a user's own token", () => {
  const alice = { user: 'alice', groups: ['dev'], token: 'of-alice' };
  let stub: StubServer;

  beforeEach(async () => {
    stub = await StubServer.start();
  });
  afterEach(() => stub.stop());

  it("is sent in place of the client's, without impersonation", async () => {
    const seen: IncomingHttpHeaders[] = [];
    stub.answer = (request, response) => {
      seen.push(request.headers);
      answerObject(request, response);
    };
    const client = createClient(stub.kubeConfig({ token: 'of-the-portal' }));
    await client.as(alice).list(core.secrets);
    await client.list(core.secrets);
    expect(seen.map(({ authorization }) => authorization)).toEqual([
      'Bearer of-alice',
      'Bearer of-the-portal',
    ]);
    expect(seen[0]).not.toHaveProperty('impersonate-user');
    expect(seen[0]).not.toHaveProperty('impersonate-group');
    await client.close();
  });

  it('is refused where it cannot be sent', async () => {
    const kubeConfig = stub.kubeConfig();
    Object.assign(kubeConfig.getCurrentUser() ?? {}, {
      certData: Buffer.from('certificate').toString('base64'),
      keyData: Buffer.from('key').toString('base64'),
    });
    const client = createClient(kubeConfig);
    await expect(client.as(alice).list(core.secrets)).rejects.toThrow(
      'signs in with a client certificate',
    );
    expect(stub.requests).toEqual([]);
    expect(() => client.as({ ...alice, token: 'a\r\nb' })).toThrow(
      'characters that a token cannot have',
    );
    await client.close();
  });
});
