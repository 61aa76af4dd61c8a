import { annotations, labels } from '@klutch/bind-api';
import type { KubeClient, Namespace } from '@klutch/kube';
import { appClusterIdentity } from './appClusterBindingIdentity';
import {
  chooseClusterNamespace,
  ensureClusterNamespace,
  identityOfNamespace,
} from './clusterNamespace';
import { clusterNamespaceName } from './tenantIdentity';

const namespace = (
  name: string,
  identity?: string,
  deletionTimestamp?: string,
): Namespace => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name,
    ...(deletionTimestamp && { deletionTimestamp }),
    ...(identity && { annotations: { [annotations.identity]: identity } }),
  },
});

const signedIn = 'https://id.example#alice#apps';
const ofAppClusterBinding = appClusterIdentity({
  namespace: 'platform',
  name: 'apps',
  uid: 'u',
});

describe('a namespace', () => {
  it.each([
    [signedIn, clusterNamespaceName('older', signedIn)],
    [ofAppClusterBinding, 'klutch-bind-platform-apps'],
    ['alice#apps', 'cluster-x7k2p'],
  ])('belongs to %s when it is named %s', (identity, name) => {
    expect(identityOfNamespace(namespace(name, identity))).toBe(identity);
  });

  it.each([
    [signedIn, 'mallorys'],
    [signedIn, clusterNamespaceName('cluster', 'https://id.example#bob#apps')],
    [ofAppClusterBinding, 'klutch-bind-platform-other'],
    [ofAppClusterBinding, 'mallorys'],
    ['nobody', 'cluster-x7k2p'],
    ['', 'cluster-x7k2p'],
  ])(
    'that has a copied identity "%s" belongs to no tenant (%s)',
    (identity, name) => {
      const carrying = namespace(name);
      carrying.metadata.annotations = { [annotations.identity]: identity };
      expect(identityOfNamespace(carrying)).toBeUndefined();
    },
  );
});

describe('choice of a cluster namespace', () => {
  it('ignores one with a copied identity that the reference never gave', () => {
    const own = namespace(clusterNamespaceName('older', signedIn), signedIn);
    const others = [namespace('mallorys', signedIn)];
    expect(chooseClusterNamespace(others, signedIn)).toBeUndefined();
    expect(chooseClusterNamespace([...others, own], signedIn)).toBe(own);
  });

  it("uses the annotation alone for the reference's tenants", () => {
    const ours = namespace('cluster-x7k2p', 'alice#apps');
    const others = [namespace('kube-system'), namespace('b', 'bob#apps')];
    expect(chooseClusterNamespace([...others, ours], 'alice#apps')).toBe(ours);
    expect(chooseClusterNamespace(others, 'alice#apps')).toBeUndefined();
  });

  it('names both when two have the identity', () => {
    const two = [namespace('a', 'alice#apps'), namespace('b', 'alice#apps')];
    expect(() => chooseClusterNamespace(two, 'alice#apps')).toThrow(
      /a and b both carry the identity/,
    );
  });

  it('does not use one that is being deleted', () => {
    const ending = namespace('a', 'alice#apps', '2026-01-01T00:00:00Z');
    expect(() => chooseClusterNamespace([ending], 'alice#apps')).toThrow(
      /is being deleted/,
    );
  });
});

describe('a new cluster namespace', () => {
  const identity = 'alice#apps';
  const name = clusterNamespaceName('cluster', identity);

  /** A control plane cluster with these namespaces, and a list of created ones. */
  const controlPlane = (namespaces: Namespace[]) => {
    const created: Namespace[] = [];
    const client: Partial<Record<keyof KubeClient, unknown>> = {
      get: async (_resource: unknown, key: { name: string }) =>
        namespaces.find(({ metadata }) => metadata.name === key.name),
      list: async () => ({ items: namespaces }),
      create: async (_resource: unknown, object: Namespace) => {
        created.push(object);
        return object;
      },
    };
    return { client: client as KubeClient, created };
  };

  const ofBinding = (bindingNamespace: string): Namespace => ({
    ...namespace(bindingNamespace),
    metadata: {
      name: bindingNamespace,
      labels: { [labels.appClusterBindingName]: 'shop' },
    },
  });

  it.each([
    ['cluster', namespace('cluster', 'bob#apps')],
    [`${name}-b`, namespace(`${name}-b`, 'bob#apps')],
    [`${name}-shop`, ofBinding(`${name}-shop`)],
  ])(
    'is not created while its names could collide with those of %s',
    async (other, existing) => {
      const { client, created } = controlPlane([existing]);
      await expect(
        ensureClusterNamespace(client, 'cluster', identity),
      ).rejects.toMatchObject({
        message: expect.stringMatching(
          new RegExp(`share names with ${other}: .* Configure another prefix`),
        ),
      });
      expect(created).toEqual([]);
    },
  );

  it('is created beside others, and beside namespaces that are no cluster namespaces', async () => {
    const { client, created } = controlPlane([
      namespace('cluster-x7k2p', 'bob#apps'),
      namespace('cluster'),
      namespace(`${name}-team-a`),
    ]);
    const made = await ensureClusterNamespace(client, 'cluster', identity);
    expect(made.metadata.name).toBe(name);
    expect(created).toEqual([made]);
  });

  it('is not needed by a tenant that has one, whatever its name collides with', async () => {
    const ours = namespace('cluster-a', identity);
    const { client, created } = controlPlane([
      namespace('cluster', 'bob#apps'),
      ours,
    ]);
    expect(await ensureClusterNamespace(client, 'cluster', identity)).toBe(
      ours,
    );
    expect(created).toEqual([]);
  });
});
