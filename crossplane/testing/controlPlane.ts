/** A control plane cluster with Crossplane and this package's manifests, for tests. */
import {
  core,
  createClient,
  defineResource,
  isInvalid,
  loadKubeConfig,
} from '@klutch/kube';
import type {
  KubeClient,
  KubeObject,
  Resource,
  Unstructured,
} from '@klutch/kube';
import { startFunction } from '@klutch/composition-function';
import { startCluster, startCrossplane } from '@klutch/local-clusters';
import { waitForValue } from '@klutch/local-processes';
import { loadCompositions, loadProviderCrds, loadXrds } from '../src/manifests';
import type { DataService } from '../src/dataServices/DataService';
import type { CompositeResourceDefinition } from '../src/types';

/** Namespace of the test claims. */
export const namespace = 'team-a';

const crossplane = {
  group: 'apiextensions.crossplane.io',
  version: 'v1',
  namespaced: false,
};
const xrdResource = defineResource({
  ...crossplane,
  plural: 'compositeresourcedefinitions',
  kind: 'CompositeResourceDefinition',
});
const compositionResource = defineResource({
  ...crossplane,
  plural: 'compositions',
  kind: 'Composition',
});

const claim = (plural: string, kind: string) =>
  defineResource({
    group: 'anynines.com',
    version: 'v1',
    plural,
    kind,
    namespaced: true,
  });
const managed = (plural: string, kind: string) =>
  defineResource({
    group: 'dataservices.anynines.com',
    version: 'v1',
    plural,
    kind,
    namespaced: false,
  });

/** The claim of a service's instances. */
export const instanceClaim = ({ plural, kind }: DataService) =>
  claim(plural, kind);

/** The claims of this package, except those of the other services' instances. */
export const claims = {
  instances: claim('postgresqlinstances', 'PostgresqlInstance'),
  bindings: claim('servicebindings', 'ServiceBinding'),
  backups: claim('backups', 'Backup'),
  restores: claim('restores', 'Restore'),
};

/** The managed resources composed from the claims. */
export const managedResources = {
  instances: managed('serviceinstances', 'ServiceInstance'),
  bindings: managed('servicebindings', 'ServiceBinding'),
  backups: managed('backups', 'Backup'),
  restores: managed('restores', 'Restore'),
};

/** Status of a condition, from `status.conditions` or `status.managed`. */
export const conditionOf = (
  object: { status?: object } | undefined,
  type: string,
): string | undefined => {
  const status = (object?.status ?? {}) as {
    conditions?: { type: string; status: string }[];
  };
  return status.conditions?.find(condition => condition.type === type)?.status;
};

/** Reports a managed resource as ready and synced, as its provider does. */
export const reportReady = (
  client: KubeClient,
  resource: Resource,
  { metadata }: Unstructured,
  atProvider?: object,
) =>
  client.mergePatch(
    resource,
    { name: metadata.name ?? '' },
    {
      status: {
        atProvider,
        conditions: ['Ready', 'Synced'].map(type => ({
          type,
          status: 'True',
          reason: 'Test',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        })),
      },
    },
    { subresource: 'status' },
  );

/** A running control plane. */
export interface ControlPlane {
  client: KubeClient;
  xrds: CompositeResourceDefinition[];
  /** Builds a claim. */
  claim(resource: Resource, name: string, spec: object): Unstructured;
  /** The stored object of an accepted call, or the API server's reasons for a rejection. */
  resultOrRejection(
    call: Promise<Unstructured>,
  ): Promise<Unstructured | string>;
  /**
   * Changes an annotation of a claim, on Crossplane 2 only: its version 2.0.2 sometimes shows that a composite is ready
   * only at the next change of the claim.
   */
  touch(resource: Resource, name: string): Promise<void>;
  /** Polls until `read` returns a value; the timeout's message contains `what`. */
  waitForValue<T>(what: string, read: () => Promise<T | undefined>): Promise<T>;
  /** The only managed resource of a claim, found as by the provider. */
  managedResourceOf(
    resource: Resource,
    claimName: string,
  ): Promise<Unstructured | undefined>;
  stop(): Promise<void>;
}

const waitForPlaneValue: ControlPlane['waitForValue'] = (what, read) =>
  waitForValue(read, {
    what,
    // The garbage collector discovers new types only every 30 s, which delays the first deletions after an
    // installation.
    timeoutMs: 60_000,
  });

const install = async (
  client: KubeClient,
  xrds: CompositeResourceDefinition[],
) => {
  const apply = (resource: Resource, manifest: KubeObject) =>
    client.apply(resource, manifest, { fieldManager: 'test' });
  const crds = await loadProviderCrds();
  const compositions = await loadCompositions('a9s');
  await Promise.all([
    apply(defineResource(core.namespaces), {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    }),
    ...crds.map(crd =>
      apply(defineResource(core.customResourceDefinitions), crd),
    ),
    ...xrds.map(xrd => apply(xrdResource, xrd)),
    ...compositions.map(composition => apply(compositionResource, composition)),
  ]);
  await Promise.all(
    xrds.map(xrd =>
      waitForPlaneValue(
        `${xrd.metadata.name} is established and offered`,
        async () => {
          const stored = await client.get(xrdResource, {
            name: xrd.metadata.name,
          });
          return conditionOf(stored, 'Established') === 'True' &&
            conditionOf(stored, 'Offered') === 'True'
            ? true
            : undefined;
        },
      ),
    ),
  );
};

/** The major version of Crossplane to test with: 1, or 2 by the environment variable `KLUTCH_TEST_CROSSPLANE`. */
const major = process.env.KLUTCH_TEST_CROSSPLANE === '2' ? 2 : 1;

/** Starts a cluster and Crossplane, applies all manifests and waits until the claim APIs are served. */
export const startControlPlane = async (): Promise<ControlPlane> => {
  const cluster = await startCluster({ name: 'crossplane' });
  const client = createClient(loadKubeConfig(cluster.kubeconfig));
  const stop = async () => {
    client.close();
    await cluster.stop();
  };
  try {
    await startCrossplane(cluster, {
      major,
      pollSeconds: 1,
      functions: { 'function-patch-and-transform': startFunction },
    });
    const xrds = await loadXrds();
    await install(client, xrds);
    return {
      client,
      xrds,
      claim: (resource, name, spec) => ({
        apiVersion: `${resource.group}/${resource.version}`,
        kind: resource.kind,
        metadata: { name, namespace },
        spec: { ...spec },
      }),
      resultOrRejection: call =>
        call.catch((error: unknown) => {
          if (!isInvalid(error)) throw error;
          return error.message;
        }),
      async touch(resource, name) {
        if (major === 1) return;
        await client.mergePatch(
          resource,
          { name, namespace },
          { metadata: { annotations: { touched: new Date().toISOString() } } },
        );
      },
      waitForValue: waitForPlaneValue,
      managedResourceOf: async (resource, claimName) => {
        const labelSelector = `crossplane.io/claim-namespace=${namespace},crossplane.io/claim-name=${claimName}`;
        const { items } = await client.list(resource, { labelSelector });
        if (items.length > 1)
          throw new Error(
            `${items.length} objects of ${resource.plural} for ${claimName}`,
          );
        return items[0];
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
