import {
  appClusterPatch,
  appClusterSecret,
  readAppClusterSecret,
} from './appClusterSecret';

const registered = {
  id: 'apps',
  title: 'Apps',
  clusterNamespace: 'cluster-1',
  kubeconfig: 'clusters: []',
};

describe('the Secret of an app cluster', () => {
  it.each([
    ['registered by a kubeconfig', registered],
    [
      'added with a join command',
      {
        ...registered,
        kubeconfig: '',
        joinToken: {
          id: 'i',
          expiresAt: '2026-01-01T00:15:00Z',
          resources: ['a.test', 'b.test'],
          further: false,
        },
      },
    ],
  ])('holds the whole record of one that was %s', (_, record) => {
    expect(readAppClusterSecret(appClusterSecret('portal', record))).toEqual(
      record,
    );
  });

  it('drops the join token when a kubeconfig is stored', () => {
    const resources = ['a.test'];
    const joinToken = { id: 'i', expiresAt: 'x', resources, further: true };
    const joining = appClusterSecret('portal', {
      ...registered,
      kubeconfig: '',
      joinToken,
    });
    const { data, metadata } = appClusterPatch(registered);
    const patched = Object.entries({
      ...joining.metadata.annotations,
      ...metadata.annotations,
    }).filter((entry): entry is [string, string] => entry[1] !== null);
    const annotations = Object.fromEntries(patched);
    expect(
      readAppClusterSecret({
        ...joining,
        metadata: { ...joining.metadata, annotations },
        data,
      }),
    ).toEqual(registered);
  });

  it('is distinguished from other Secrets', () => {
    const secret = appClusterSecret('portal', registered);
    expect(
      readAppClusterSecret({ ...secret, metadata: { name: 'x' } }),
    ).toBeUndefined();
  });
});
