import { annotations } from '@klutch/bind-api';
import { ApiError, type KubeClient } from '@klutch/kube';
import { requireSameCluster } from './requireSameCluster';

const known = { title: 'Shop', clusterNamespace: 'cluster-x', uid: 'uid-x' };

/** An app cluster whose bindings lead to these cluster namespaces; undefined: to none yet. */
const clusterBoundTo = (...uids: (string | undefined)[]) => {
  const items = uids.map(uid => ({
    metadata: {
      annotations: uid ? { [annotations.providerNamespaceUid]: uid } : {},
    },
  }));
  return {
    list: jest.fn().mockResolvedValue({ items, resourceVersion: '1' }),
  } as Pick<KubeClient, 'list'>;
};
const refused = {
  message: expect.stringContaining('leads to another cluster'),
  causes: [{ field: 'kubeconfig', message: expect.stringContaining('Shop') }],
};

describe('the cluster of a kubeconfig', () => {
  it('is the known one when a binding leads to its cluster namespace', async () => {
    const cluster = clusterBoundTo('uid-of-others', 'uid-x');
    await expect(requireSameCluster(cluster, known)).resolves.toBeUndefined();
  });

  it.each([
    ['has no bindings', clusterBoundTo()],
    ['is bound to others only', clusterBoundTo('uid-of-others')],
    ['has bindings that lead nowhere yet', clusterBoundTo(undefined)],
  ])('is another one when it %s', async (_, cluster) => {
    await expect(requireSameCluster(cluster, known)).rejects.toMatchObject(
      refused,
    );
    const unknown = { ...known, uid: undefined };
    await expect(requireSameCluster(cluster, unknown)).rejects.toMatchObject(
      refused,
    );
  });

  it('is another one when it does not know bindings at all', async () => {
    const reason = 'NotFound';
    const notFound = new ApiError({ code: 404, reason, message: 'no type' });
    const cluster = { list: jest.fn().mockRejectedValue(notFound) };
    await expect(requireSameCluster(cluster, known)).rejects.toMatchObject(
      refused,
    );
  });
});
