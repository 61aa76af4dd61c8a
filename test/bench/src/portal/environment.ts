// A control plane, many app clusters with instances, and the portal's backend that watches them all.
import { setTimeout as pause } from 'node:timers/promises';
import type { KlutchClient } from '@klutch/backstage-plugin-klutch-common';
import { bindResources } from '@klutch/bind-api';
import type { KubeClient, KubeObject } from '@klutch/kube';
import {
  borrowCluster,
  TcpProxy,
  type LocalCluster,
  type TestCluster,
} from '@klutch/local-clusters';
import { waitFor, waitForValue } from '@klutch/local-processes';
import { bareApi, type BareApi } from '../harness/bareApi';
import { inParallel } from '../harness/interleaved';
import { startBrowserPortal, type BrowserPortal } from './BrowserPortal';
import { offerServices } from './offerServices';
import { PortalProcess } from './PortalProcess';
import {
  apply,
  binding,
  installApi,
  portalUser,
  prepareAppCluster,
  startClusters,
} from './testFixtures';

/** The API of the instances. */
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
  /** What the portal sees of the cluster passes here. */
  link: TcpProxy;
}

/** Requests of the portal, as API servers have logged them. */
export interface PortalRequests {
  /** SelfSubjectRulesReviews and SelfSubjectAccessReviews. */
  reviews: number;
  /** Without renewed watches and probes, which depend on the time alone. */
  others: number;
}

export interface PortalEnvironment {
  /** The control plane, as its administrator. */
  controlPlane: KubeClient;
  instances: Instance[];
  /** Heap of the portal before it knew an app cluster, in bytes. */
  emptyHeapBytes: number;
  portal: PortalProcess;
  /** The connections of the portal to the app clusters, by the ids of these. */
  links: ReadonlyMap<string, TcpProxy>;
  /** What the portal has asked all app clusters so far. */
  portalRequests(): PortalRequests;
  /** Ends the portal's process, and starts the portal as people open it in a browser. */
  openInBrowser(): Promise<BrowserPortal>;
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
  { id, link }: BenchCluster,
): Promise<void> {
  const admin = await prepareAppCluster(cluster);
  const namespaces = Array.from({ length: namespacesPerCluster }, (_, index) =>
    namespaceName(index),
  );
  await apply(
    admin,
    namespaces
      .flatMap(name => [
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
        binding('developer', 'developers', name),
      ])
      .concat(binding('guest', 'guests')),
  );
  await installApi(admin, 'postgresqlinstances');
  const kubeconfig = await cluster.user(portalUser);
  const { error } = await oscar.POST('/platform/app-clusters', {
    body: {
      id,
      title: id,
      kubeconfig: kubeconfig.replace(cluster.url, link.url),
    },
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
export async function clusterNamespacesOf(
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

interface AuditEvent {
  requestURI: string;
  user?: { username?: string };
  verb: string;
  objectRef?: { resource?: string };
}

/** What a portal without any page asks as well: watches that are renewed, and whether the cluster responds. */
const isRoutine = ({ requestURI, verb }: AuditEvent) =>
  verb === 'watch' || requestURI.startsWith('/version');

function requestsTo(clusters: readonly TestCluster[]): PortalRequests {
  const reviewed = clusters
    .flatMap(cluster => cluster.auditLog())
    .map(line => JSON.parse(line) as AuditEvent)
    .filter(event => event.user?.username === portalUser && !isRoutine(event))
    .map(({ objectRef }) => objectRef?.resource?.endsWith('reviews') ?? false);
  const reviews = reviewed.filter(isReview => isReview).length;
  return { reviews, others: reviewed.length - reviews };
}

type Cleanups = (() => unknown)[];

function openApi({ kubeconfig }: LocalCluster, cleanups: Cleanups): BareApi {
  const api = bareApi(kubeconfig);
  cleanups.push(() => api.close());
  return api;
}

/** Registers and binds the app clusters through links of the bench. */
async function joinClusters(
  oscar: KlutchClient,
  appClusters: readonly LocalCluster[],
  cleanups: Cleanups,
): Promise<BenchCluster[]> {
  const clusters: BenchCluster[] = [];
  for (const [index, cluster] of appClusters.entries()) {
    const link = await TcpProxy.start(cluster.url);
    cleanups.push(() => link.stop());
    const api = openApi(cluster, cleanups);
    const joined = { id: `apps-${index}`, api, link };
    await joinCluster(oscar, cluster, joined);
    clusters.push(joined);
  }
  return clusters;
}

async function untilListed(oscar: KlutchClient, count: number): Promise<void> {
  await waitFor(
    async () => {
      const { data } = await oscar.GET('/claims', {
        params: { query: { state: 'Ready', limit: 1 } },
      });
      return data?.total === count && data.complete === true;
    },
    { what: 'all instances are listed as ready', timeoutMs: longMs },
  );
  // Signals up to now belong to the preparation.
  await pause(2_000);
}

const writeStatus =
  (clusters: readonly BenchCluster[]): PortalEnvironment['changeStatus'] =>
  async ({ cluster, namespace, name }, message, isFailing) => {
    const found = clusters.find(({ id }) => id === cluster);
    if (!found) throw new Error(`There is no ${cluster}.`);
    return found.api.send(
      'PATCH',
      `${collection}/${namespace}/postgresqlinstances/${name}/status`,
      { status: statusOf(message, isFailing) },
    );
  };

interface SetUpContext {
  log(text: string): void;
  signal: AbortSignal;
}

async function setUp(
  options: Record<string, unknown>,
  { log, signal }: SetUpContext,
  cleanups: Cleanups,
): Promise<PortalEnvironment> {
  const clusterCount = Number(options.clusters);
  const count = Number(options.instances);
  log(`starting a control plane and ${clusterCount} app clusters`);
  const { controlPlane, appCluster, controlPlaneKubeconfig, stop } =
    await startClusters();
  cleanups.push(() => stop());
  const appClusters = [appCluster.cluster];
  await inParallel(2, clusterCount - 1, async index => {
    signal.throwIfAborted();
    const cluster = await borrowCluster({ name: `apps-${index + 1}` });
    cleanups.push(() => cluster.stop());
    appClusters.push(cluster);
  });
  const portal = new PortalProcess(controlPlaneKubeconfig, signal);
  cleanups.push(() => portal.kill());
  await portal.ready();
  const emptyHeapBytes = await portal.heapBytes();

  log('offering, registering and binding');
  const oscar = portal.as('oscar');
  await offerServices(controlPlane.admin, resource);
  const clusters = await joinClusters(oscar, appClusters, cleanups);
  log('waiting for the service namespaces');
  const serviceNamespaces = await createServiceNamespaces(
    controlPlane.admin,
    await clusterNamespacesOf(oscar),
  );
  log(`creating ${count} instances and their provider copies`);
  const instances = await createInstances(
    count,
    clusters,
    openApi(controlPlane.cluster, cleanups),
    serviceNamespaces,
    signal,
  );
  await untilListed(oscar, count);

  const start = async () => {
    portal.kill();
    const watched = { controlPlaneKubeconfig, count };
    const opened = await startBrowserPortal(watched, { log, signal });
    cleanups.push(() => opened.stop());
    return opened;
  };
  let inBrowser: Promise<BrowserPortal> | undefined;
  return {
    controlPlane: controlPlane.admin,
    instances,
    emptyHeapBytes,
    portal,
    portalRequests: () => requestsTo(appClusters),
    links: new Map(clusters.map(({ id, link }) => [id, link])),
    openInBrowser: () => (inBrowser ??= start()),
    changeStatus: writeStatus(clusters),
  };
}

export async function setUpPortal(
  options: Record<string, unknown>,
  context: SetUpContext,
): Promise<{ environment: PortalEnvironment; tearDown(): Promise<void> }> {
  const cleanups: Cleanups = [];
  const tearDown = async () => {
    for (const step of cleanups.splice(0).reverse()) await step();
  };
  try {
    return { environment: await setUp(options, context, cleanups), tearDown };
  } catch (error) {
    await tearDown();
    throw error;
  }
}
