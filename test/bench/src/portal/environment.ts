// A control plane, many app clusters with instances, and the portal's backend that watches them all.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mockCredentials } from '@backstage/backend-test-utils';
import {
  createKlutchClient,
  type KlutchClient,
  type KlutchSignal,
} from '@klutch/backstage-plugin-klutch-common';
import { bindResources } from '@klutch/bind-api';
import type { KubeClient, KubeObject } from '@klutch/kube';
import { borrowCluster, type LocalCluster } from '@klutch/local-clusters';
import { waitFor, waitForValue } from '@klutch/local-processes';
import { bareApi, type BareApi } from '../harness/bareApi';
import { startChild, type Child } from '../harness/child';
import { inParallel } from '../harness/interleaved';
import type { Usage } from './portal.child';
import {
  apply,
  binding,
  installApi,
  portalUser,
  prepareAppCluster,
  startClusters,
} from './testFixtures';

export const resource = 'postgresqlinstances.anynines.com';
const collection = '/apis/anynines.com/v1/namespaces';
const namespacesPerCluster = 25;
const concurrency = 32;
const longMs = 120_000;

/** An instance on an app cluster. */
export interface Instance {
  cluster: string;
  namespace: string;
  name: string;
}

interface BenchCluster {
  id: string;
  api: BareApi;
}

export interface PortalEnvironment {
  instances: Instance[];
  /** Heap of the portal before it knew an app cluster, in bytes. */
  emptyHeapBytes: number;
  portal: PortalProcess;
  /** Writes the status of an instance. */
  changeStatus(
    instance: Instance,
    message: string,
    isFailing: boolean,
  ): Promise<string>;
}

const statusOf = (message: string, isFailing = false) => {
  const condition = (type: string, status: string) => ({
    type,
    status,
    reason: 'Reported',
    message,
    lastTransitionTime: '2026-01-01T00:00:00Z',
  });
  return {
    conditions: [
      condition('Synced', 'True'),
      condition('Ready', isFailing ? 'False' : 'True'),
    ],
    managed: {
      state: isFailing ? 'failed' : 'created',
      provisionedAt: '2026-01-01T00:00:00Z',
    },
  };
};

const serviceInstance = (namespace: string, name: string): KubeObject => ({
  apiVersion: 'anynines.com/v1',
  kind: 'PostgresqlInstance',
  metadata: { namespace, name, finalizers: ['klutch.anynines.com/syncer'] },
  ...{ spec: { service: 'a9s-postgresql15', plan: 'postgresql-single-nano' } },
});

const namespaceName = (index: number) =>
  `team-${String(index % namespacesPerCluster).padStart(2, '0')}`;

async function createInstance(api: BareApi, namespace: string, name: string) {
  const path = `${collection}/${namespace}/postgresqlinstances`;
  await api.send('POST', path, serviceInstance(namespace, name));
  await api.send('PATCH', `${path}/${name}/status`, {
    status: statusOf('first'),
  });
}

/** Rights and namespaces of the developers, the API, and the registration in the portal. */
async function joinCluster(
  oscar: KlutchClient,
  cluster: LocalCluster,
  id: string,
): Promise<void> {
  const admin = await prepareAppCluster(cluster);
  const namespaces = Array.from({ length: namespacesPerCluster }, (_, index) =>
    namespaceName(index),
  );
  await apply(
    admin,
    namespaces.flatMap(name => [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
      binding('developer', 'developers', name),
    ]),
  );
  await installApi(admin, 'postgresqlinstances');
  const { error } = await oscar.POST('/platform/app-clusters', {
    body: { id, title: id, kubeconfig: await cluster.user(portalUser) },
  });
  if (error) throw new Error(JSON.stringify(error));
  const bound = await oscar.POST('/platform/app-clusters/{cluster}/bindings', {
    params: { path: { cluster: id } },
    body: { resource },
  });
  if (bound.error) throw new Error(JSON.stringify(bound.error));
  await admin.close();
}

/** Cluster namespaces by the id of their app cluster. */
async function clusterNamespacesOf(
  oscar: KlutchClient,
): Promise<Map<string, string>> {
  const { data } = await oscar.GET('/platform/app-clusters');
  return new Map(
    data?.items.map(({ id, clusterNamespace = '' }) => [id, clusterNamespace]),
  );
}

/** Asks for the service namespaces as konnectors do; returns their names by `<app cluster>/<namespace>`. */
async function createServiceNamespaces(
  admin: KubeClient,
  clusterNamespaces: Map<string, string>,
): Promise<Map<string, string>> {
  const wanted = [...clusterNamespaces].flatMap(([id, clusterNamespace]) =>
    Array.from({ length: namespacesPerCluster }, (_, index) => ({
      key: `${id}/${namespaceName(index)}`,
      object: {
        apiVersion: 'klutch.anynines.com/v1alpha1',
        kind: 'APIServiceNamespace',
        metadata: { namespace: clusterNamespace, name: namespaceName(index) },
      },
    })),
  );
  await inParallel(8, wanted.length, index =>
    admin.create(
      bindResources.serviceNamespaces,
      (wanted[index] as (typeof wanted)[number]).object,
    ),
  );
  const assigned = async () => {
    const { items } = await admin.list(bindResources.serviceNamespaces);
    const names = items.flatMap(({ metadata, status }) =>
      status?.namespace
        ? [
            [
              `${metadata.namespace}/${metadata.name}`,
              status.namespace,
            ] as const,
          ]
        : [],
    );
    return names.length === wanted.length && new Map(names);
  };
  const names = await waitForValue(assigned, {
    what: 'all service namespaces are assigned',
    timeoutMs: 5 * longMs,
  });
  return new Map(
    wanted.map(({ key, object: { metadata } }) => [
      key,
      names.get(`${metadata.namespace}/${metadata.name}`) ?? '',
    ]),
  );
}

/** The portal's process, and what its users do. */
class PortalProcess {
  readonly #child: Child<void>;
  #url = '';

  constructor(controlPlaneKubeconfig: string, signal: AbortSignal) {
    this.#child = startChild(
      join(__dirname, 'portal.child.ts'),
      {
        klutch: {
          controlPlane: { kubeconfig: controlPlaneKubeconfig },
          appClusters: { allowLoopback: true },
        },
      },
      { gc: true, preferred: true, signal },
    );
  }

  /** Resolves when the portal watches the control plane. */
  async ready(): Promise<void> {
    this.#url = String(await this.#child.receive('url'));
    await waitFor(
      async () => {
        const { data } = await this.as('oscar').GET('/platform/apis');
        return data !== undefined && data.items.length > 0;
      },
      { what: 'the portal watches the control plane', timeoutMs: longMs },
    );
  }

  /** A user's client: `oscar` may list everywhere, `alice` in each namespace. */
  as(user: 'oscar' | 'alice'): KlutchClient {
    return createKlutchClient({
      baseUrl: this.#url,
      fetch: request => {
        const header = mockCredentials.user.header(`user:default/${user}`);
        request.headers.set('authorization', header);
        return fetch(request);
      },
    });
  }

  /** What the process used since the last call. */
  async usage(): Promise<Usage> {
    this.#child.send('command', 'usage');
    return (await this.#child.receive('usage')) as Usage;
  }

  /** Resolves at the next signal. */
  async nextSignal(): Promise<KlutchSignal> {
    return (await this.#child.receive('signal')) as KlutchSignal;
  }

  kill(): void {
    this.#child.kill();
  }
}

/** Creates instances with their provider copies, evenly in all namespaces of all app clusters. */
async function createInstances(
  count: number,
  clusters: readonly BenchCluster[],
  controlPlane: BareApi,
  serviceNamespaces: Map<string, string>,
  signal: AbortSignal,
): Promise<Instance[]> {
  const instances: Instance[] = [];
  await inParallel(concurrency, count, async index => {
    signal.throwIfAborted();
    const cluster = clusters[index % clusters.length] as BenchCluster;
    const namespace = namespaceName(Math.floor(index / clusters.length));
    const name = `db-${String(index).padStart(5, '0')}`;
    await createInstance(cluster.api, namespace, name);
    const copyNamespace = serviceNamespaces.get(`${cluster.id}/${namespace}`);
    await createInstance(controlPlane, copyNamespace ?? '', name);
    instances.push({ cluster: cluster.id, namespace, name });
  });
  return instances;
}

export async function setUpPortal(
  options: Record<string, unknown>,
  { log, signal }: { log(text: string): void; signal: AbortSignal },
): Promise<{ environment: PortalEnvironment; tearDown(): Promise<void> }> {
  const clusterCount = Number(options.clusters);
  const instanceCount = Number(options.instances);
  const cleanups: (() => unknown)[] = [];
  const tearDown = async () => {
    for (const step of cleanups.splice(0).reverse()) await step();
  };
  const apiOf = ({ kubeconfig }: LocalCluster) => {
    const api = bareApi(kubeconfig);
    cleanups.push(() => api.close());
    return api;
  };
  try {
    log(`starting a control plane and ${clusterCount} app clusters`);
    const first = await startClusters();
    cleanups.push(() => first.stop());
    const { admin, cluster: controlPlane } = first.controlPlane;
    const appClusters = [first.appCluster.cluster];
    await inParallel(2, clusterCount - 1, async index => {
      signal.throwIfAborted();
      const cluster = await borrowCluster({ name: `apps-${index + 1}` });
      cleanups.push(() => cluster.stop());
      appClusters.push(cluster);
    });
    const portal = new PortalProcess(first.controlPlaneKubeconfig, signal);
    cleanups.push(() => portal.kill());
    await portal.ready();
    const emptyHeapBytes = (await portal.usage()).heapBytes;

    log('offering, registering and binding');
    const oscar = portal.as('oscar');
    await oscar.POST('/platform/export-templates', {
      body: { resource, claims: [] },
    });
    const clusters: BenchCluster[] = [];
    for (const [index, cluster] of appClusters.entries()) {
      const id = `apps-${index}`;
      await joinCluster(oscar, cluster, id);
      clusters.push({ id, api: apiOf(cluster) });
    }
    log('waiting for the service namespaces');
    const serviceNamespaces = await createServiceNamespaces(
      admin,
      await clusterNamespacesOf(oscar),
    );
    log(`creating ${instanceCount} instances and their provider copies`);
    const instances = await createInstances(
      instanceCount,
      clusters,
      apiOf(controlPlane),
      serviceNamespaces,
      signal,
    );
    await waitFor(
      async () => {
        const { data } = await oscar.GET('/claims', {
          params: { query: { state: 'Ready', limit: 1 } },
        });
        return data?.total === instanceCount && data.complete === true;
      },
      { what: 'all instances are listed as ready', timeoutMs: longMs },
    );
    // Signals up to now belong to the preparation.
    await pause(2_000);
    const environment: PortalEnvironment = {
      instances,
      emptyHeapBytes,
      portal,
      changeStatus({ cluster, namespace, name }, message, isFailing) {
        const found = clusters.find(({ id }) => id === cluster);
        if (!found) throw new Error(`There is no ${cluster}.`);
        return found.api.send(
          'PATCH',
          `${collection}/${namespace}/postgresqlinstances/${name}/status`,
          { status: statusOf(message, isFailing) },
        );
      },
    };
    return { environment, tearDown };
  } catch (error) {
    await tearDown();
    throw error;
  }
}
