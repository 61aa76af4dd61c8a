import type { ResourceAttributes, KubeClient } from '@klutch/kube';
import { requireRights, requireTokenRights } from './requireRights';

const place = (name: string, ownership: 'ours' | 'foreign' | 'absent') => ({
  name,
  appClusterNamespace: name,
  ownership,
  objects: [],
});
const end = {
  namespace: 'cluster-x',
  serviceNamespaces: [
    place('cluster-x-a', 'ours'),
    place('somebody-elses', 'foreign'),
    place('gone', 'absent'),
  ],
  hasTokens: true,
};

/** A user who may do everything except for what `refuses` matches. */
const person = (refuses: (question: ResourceAttributes) => boolean) => {
  const asked: ResourceAttributes[] = [];
  const client = {
    canI: async (question: ResourceAttributes) => {
      asked.push(question);
      return !refuses(question);
    },
  } as Partial<KubeClient> as KubeClient;
  return { asked, client };
};

describe('rights for an offboarding', () => {
  it('are checked before, with one request about namespaces where all may be deleted', async () => {
    const { asked, client } = person(() => false);
    await expect(requireRights(client, end)).resolves.toBeUndefined();
    expect(asked).toHaveLength(8);
  });

  it('are sufficient for these namespaces alone', async () => {
    const isWide = ({ resource, name }: ResourceAttributes) =>
      resource === 'namespaces' && name === undefined;
    const { asked, client } = person(isWide);
    await expect(requireRights(client, end)).resolves.toBeUndefined();
    const names = asked.flatMap(({ name, resource }) =>
      resource === 'namespaces' && name ? [name] : [],
    );
    expect(names).toEqual(['cluster-x', 'cluster-x-a']);
  });

  it('are named when they are missing', async () => {
    const { client } = person(
      ({ resource }) => resource === 'namespaces' || /exports$/.test(resource),
    );
    await expect(requireRights(client, end)).rejects.toMatchObject({
      reason: 'NotAllowed',
      message: expect.stringMatching(
        /^Nothing was changed.*: delete apiserviceexports\.klutch\.anynines\.com in cluster-x; delete namespaces\/cluster-x; delete namespaces\/cluster-x-a\. Ask/,
      ),
    });
  });

  it('include those on tokens, where there are any', async () => {
    const { client } = person(({ resource }) => resource === 'secrets');
    await expect(requireRights(client, end)).rejects.toThrow(
      'patch secrets/kubeconfig in cluster-x',
    );
    const without = { ...end, hasTokens: false };
    await expect(requireRights(client, without)).resolves.toBeUndefined();
  });
});

it('R11: revoking tokens requires the rights to read, annotate and delete them, and names missing ones', async () => {
  const all = person(() => false);
  await requireTokenRights(all.client, 'cluster-x');
  expect(all.asked.map(({ verb, name }) => `${verb} ${name}`)).toEqual([
    'get cluster-x',
    'get kubeconfig',
    'get klutch-binder-token-a',
    'get klutch-binder-token-b',
    'patch kubeconfig',
    'list klutch-binder',
    'delete klutch-binder-token-a',
    'delete klutch-binder-token-b',
    'delete klutch-binder',
  ]);
  const some = person(({ verb }) => verb === 'patch');
  await expect(requireTokenRights(some.client, 'cluster-x')).rejects.toThrow(
    /^Nothing was changed, .*do not have on the control plane: patch secrets\/kubeconfig in cluster-x\./,
  );
});
