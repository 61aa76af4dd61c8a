// Prepares both clusters for a konnector, in place of a backend and an administrator.
import {
  bindResources,
  konnectorApiRole,
  names,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { konnectorIdentity, konnectorRoles } from '@klutch/konnector';
import { waitFor } from '@klutch/local-processes';
import type { BareApi } from '../harness/bareApi';
import { createNamespace } from '../kube/sample';
import { Api, collectionOf, crdName, crdOf } from '../kube/sampleCrd';
import { apis, boundApis, objectOf } from './api';
import { applyAll, installCrds, eventually, FakeBackend } from './testFixtures';

/** The konnector's user on the app cluster. */
export const konnectorUser = `system:serviceaccount:${konnectorIdentity.namespace}:${konnectorIdentity.serviceAccount}`;

const namespace = names.appClusterNamespace;
const secretRef = {
  namespace,
  name: 'kubeconfig-bench',
  key: 'kubeconfig' as const,
};

/** Clients of both clusters as their admin. */
export interface Admins {
  app: KubeClient;
  control: KubeClient;
}

const groupAndPlural = ({ spec }: CustomResourceDefinition) => ({
  group: spec.group,
  resource: spec.names.plural,
});

/** Creates everything that a konnector needs before its start. */
export async function prepare(
  { app, control }: Admins,
  backend: FakeBackend,
  kubeconfig: string,
): Promise<void> {
  await backend.provision(kubeconfig);
  await installCrds(control, Object.values(apis).map(crdOf));
  await installCrds(app, [apis.bare, apis.least].map(crdOf));
  await applyAll(app, [
    ...konnectorRoles(),
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace, name: secretRef.name },
      data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
    },
  ]);
  for (const crd of boundApis.map(crdOf)) {
    await backend.export(crd);
    await applyAll(app, [konnectorApiRole(groupAndPlural(crd), [])]);
  }
}

async function bind(app: KubeClient, api: Api): Promise<void> {
  const name = crdName(api);
  await eventually('the konnector has installed the CRD of bindings', () =>
    app.apply(
      bindResources.bindings,
      {
        apiVersion: names.apiVersion,
        kind: 'APIServiceBinding',
        metadata: { name, namespace },
        spec: { kubeconfigSecretRef: secretRef, permissionClaims: [] },
      },
      { fieldManager: 'bench', force: true },
    ),
  );
  await eventually(
    `${name} is bound`,
    async () => {
      const found = await app.get(bindResources.bindings, { namespace, name });
      return found?.status?.conditions?.some(
        ({ type, status }) => type === 'Ready' && status === 'True',
      );
    },
    60_000,
  );
}

/** Binds all APIs, and waits until the running konnector reports each binding as ready. */
export async function bindAll(app: KubeClient): Promise<void> {
  for (const api of boundApis) await bind(app, api);
}

const warmUpNamespace = 'warm-up';

/**
 * Waits until the garbage collector watches the new resources, which takes up to half a minute. Until then the API
 * server has less work, and the figures would be too good.
 */
export async function waitForGarbageCollector(
  cluster: BareApi,
  signal: AbortSignal,
): Promise<void> {
  await createNamespace(cluster, warmUpNamespace);
  const collects = async (api: Api) => {
    const orphan = objectOf(api, warmUpNamespace, 0);
    orphan.metadata.ownerReferences = [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: 'gone',
        uid: '00000000-0000-0000-0000-000000000000',
      },
    ];
    await cluster.send('POST', collectionOf(api, warmUpNamespace), orphan);
    await waitFor(
      async () => {
        const { items } = await cluster.get<{ items: unknown[] }>(
          collectionOf(api, warmUpNamespace),
        );
        return items.length === 0;
      },
      {
        what: `the garbage collector watches ${api.plural}`,
        timeoutMs: 180_000,
        intervalMs: 500,
        signal,
      },
    );
  };
  await Promise.all(Object.values(apis).map(collects));
}
