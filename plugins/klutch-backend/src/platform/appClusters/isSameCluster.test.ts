import { annotations, type APIServiceBinding } from '@klutch/bind-api';
import { ApiError, core, type KubeClient, type Secret } from '@klutch/kube';
import type { Person } from '../../identity/Caller';
import { isSameCluster } from './isSameCluster';

const person: Person = {
  userRef: 'user:default/oscar',
  groups: [],
  kubernetes: { user: 'klutch:oscar', groups: [] },
};
const target = {
  server: 'https://control.example',
  namespace: 'cluster-x',
};
const known = { target, uid: 'uid-x', person };

const secret = (name: string, { server, namespace } = target): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  data: {
    kubeconfig: Buffer.from(
      JSON.stringify({
        clusters: [{ name: 'c', cluster: { server } }],
        users: [{ name: 'u', user: { token: 't' } }],
        contexts: [
          { name: 'x', context: { cluster: 'c', user: 'u', namespace } },
        ],
        'current-context': 'x',
      }),
    ).toString('base64'),
  },
});

type Binding = Pick<APIServiceBinding, 'metadata' | 'spec'>;
const binding = (uid?: string, name = 'kubeconfig-a'): Binding => ({
  metadata: {
    annotations: uid ? { [annotations.providerNamespaceUid]: uid } : {},
  },
  spec: {
    kubeconfigSecretRef: { name, key: 'kubeconfig', namespace: 'klutch-bind' },
  },
});

/** The portal may read bindings, only the user may read Secrets. */
const cluster = (bindings: Binding[], secrets: Secret[] = []) => {
  const readSecrets = jest.fn().mockResolvedValue({ items: secrets });
  const client = {
    list: jest.fn(async resource => {
      if (resource === core.secrets) throw new Error('not as the portal');
      return { items: bindings };
    }),
    as: ({ user }: { user: string }) => ({
      list: user === 'klutch:oscar' ? readSecrets : undefined,
    }),
  };
  return { client: client as unknown as KubeClient, readSecrets };
};

describe('the cluster of a kubeconfig', () => {
  it('is the expected one when a binding has the UID of its cluster namespace', async () => {
    const bindings = [binding('uid-of-others'), binding('uid-x')];
    const { client, readSecrets } = cluster(bindings);
    await expect(isSameCluster(client, known)).resolves.toBe(true);
    expect(readSecrets).not.toHaveBeenCalled();
  });

  it('is the expected one when a binding without a UID references its kubeconfig', async () => {
    const { client } = cluster(
      [binding('uid-of-others'), binding()],
      [secret('kubeconfig-a')],
    );
    await expect(isSameCluster(client, known)).resolves.toBe(true);
  });

  const elsewhere = { ...target, namespace: 'cluster-y' };
  const anotherControlPlane = { ...target, server: 'https://staging.example' };
  it.each([
    ['has no bindings', [], []],
    ['is bound to others only', [binding('uid-of-others')], []],
    [
      'is marked as bound to others, whatever the kubeconfig says',
      [binding('uid-of-others')],
      [secret('kubeconfig-a')],
    ],
    ['has bindings whose Secret is missing', [binding()], []],
    [
      'leads to another cluster namespace',
      [binding()],
      [secret('kubeconfig-a', elsewhere)],
    ],
    [
      'leads to one of the same name on another control plane',
      [binding()],
      [secret('kubeconfig-a', anotherControlPlane)],
    ],
    [
      'has a kubeconfig that no binding uses',
      [binding()],
      [secret('kubeconfig-b')],
    ],
  ])('is another one when it %s', async (_, bindings, secrets) => {
    const { client } = cluster(bindings, secrets);
    for (const uid of ['uid-x', undefined]) {
      await expect(isSameCluster(client, { ...known, uid })).resolves.toBe(
        false,
      );
    }
  });

  it('is another one when the binding CRD is missing', async () => {
    const reason = 'NotFound';
    const notFound = new ApiError({ code: 404, reason, message: 'no type' });
    const { client } = cluster([]);
    jest.spyOn(client, 'list').mockRejectedValue(notFound);
    await expect(isSameCluster(client, known)).resolves.toBe(false);
  });
});
