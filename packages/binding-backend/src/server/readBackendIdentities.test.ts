import type { KubeClient, KubeObject, Subject } from '@klutch/kube';
import { readBackendIdentities } from './readBackendIdentities';
import { roleManifests, type ServerIdentity } from './roleManifests';

/** A control plane with the roles that the command `roles` prints. */
const planeWith = (identity?: ServerIdentity) => {
  const objects = (identity ? roleManifests(identity) : []) as KubeObject[];
  return {
    get: async ({ kind }: { kind: string }, { name }: { name: string }) =>
      objects.find(one => one.kind === kind && one.metadata.name === name),
    list: async (
      { kind }: { kind: string },
      { fieldSelector }: { fieldSelector: string },
    ) => ({
      items: objects.filter(
        ({ kind: actual, metadata }) =>
          actual === kind && `metadata.name=${metadata.name}` === fieldSelector,
      ),
    }),
  } as unknown as KubeClient;
};

const user: Subject = {
  kind: 'User',
  name: 'backstage',
  apiGroup: 'rbac.authorization.k8s.io',
};

it.each<[string, ServerIdentity | undefined, object[]]>([
  [
    'a backend in a pod',
    { namespace: 'binding', serviceAccount: 'backend' },
    [
      {
        subject: {
          kind: 'ServiceAccount',
          name: 'backend',
          namespace: 'binding',
        },
        namespace: 'binding',
        isPortal: false,
      },
    ],
  ],
  [
    'a portal that signs in as a user',
    {
      namespace: 'portal',
      serviceAccount: 'unused',
      user: 'backstage',
      portal: { users: ['jo'], groups: [] },
    },
    [{ subject: user, namespace: 'portal', isPortal: true }],
  ],
  ['nobody', undefined, []],
])('finds %s by its roles', async (_, identity, expected) => {
  expect(await readBackendIdentities(planeWith(identity))).toEqual(expected);
});
