// What a backend and an administrator do before a konnector has work, by hand.
import {
  bindResources,
  konnectorApiRole,
  names,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { konnectorIdentity, konnectorRoles } from '@klutch/konnector';
import { waitFor } from '@klutch/local-clusters';
import type { BareApi } from '../harness/bareApi';
import { createNamespace } from '../kube/sample';
import { Api, collectionOf, crdName, crdOf } from '../kube/sampleCrd';
import { apis, boundApis, objectOf } from './api';
import { applyAll, installCrds, eventually, FakeBackend } from './testFixtures';

/** User of the app cluster that the konnector is. */
export const konnectorUser = `system:serviceaccount:${konnectorIdentity.namespace}:${konnectorIdentity.serviceAccount}`;

const namespace = names.appClusterNamespace;
const secretRef = {
  namespace,
  name: 'kubeconfig-bench',
  key: 'kubeconfig' as const,
};

/** The admins of both clusters. */
export interface Admins {
  app: KubeClient;
  control: KubeClient;
}

const groupAndPlural = ({ spec }: CustomResourceDefinition) => ({
  group: spec.group,
  resource: spec.names.plural,
});

/** All that has to be there before a konnector is started. */
export async function prepare(
  { app, control }: Admins,
  backend: FakeBackend,
  kubeconfig: string,
): Promise<void> {
  await backend.provision(kubeconfig);
  await installCrds(control, Object.values(apis).map(crdOf));
  await installCrds(app, [crdOf(apis.bare)]);
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

/** Waits until a konnector that runs has bound them all. */
export async function bindAll(app: KubeClient): Promise<void> {
  for (const api of boundApis) await bind(app, api);
}

const warmUpNamespace = 'warm-up';

/**
 * The garbage collector is the last to watch a new resource, up to half a minute later; before that the API server has
 * less to do, and figures flatter.
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
