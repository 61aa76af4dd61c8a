import { appClusterSecret, readAppClusterSecret } from './appClusterSecret';

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
      'invited',
      {
        ...registered,
        kubeconfig: '',
        invitation: {
          id: 'i',
          until: '2026-01-01T00:15:00Z',
          resources: ['a.test', 'b.test'],
        },
      },
    ],
  ])('says all that is known of one that was %s', (_, record) => {
    expect(readAppClusterSecret(appClusterSecret('portal', record))).toEqual(
      record,
    );
  });

  it('is no other Secret', () => {
    const secret = appClusterSecret('portal', registered);
    expect(
      readAppClusterSecret({ ...secret, metadata: { name: 'x' } }),
    ).toBeUndefined();
  });
});
