// How long an operator's lists take with hundreds of app clusters that joined by command, each with many exports.
import type { KlutchClient } from '@klutch/backstage-plugin-klutch-common';
import { bindResources, names, parseApiName } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { waitFor } from '@klutch/local-processes';
import { figureOf, type Figure } from '../harness/figures';
import { inParallel, interleaved } from '../harness/interleaved';
import type { BenchContext } from '../harness/runBench';
import { percentile } from '../harness/statistics';
import {
  clusterNamespacesOf,
  resource,
  type PortalEnvironment,
} from './environment';
import { offerCopies, removeCopies } from './offerServices';
import { timed } from './lists';
import { join } from './testFixtures';

const appClusters = 200;
const exportsOfEach = 20;
/** Joining is mostly waiting. */
const concurrency = 16;
const requests = 200;
const longMs = 600_000;

/** The join command of a new app cluster is created and run; its first export exists afterwards. */
async function joinByCommand(oscar: KlutchClient, id: string, api: string) {
  const { data, error } = await oscar.POST(
    '/platform/app-cluster-invitations',
    {
      body: { id, title: id, apis: [{ resource: api }] },
    },
  );
  if (error) throw new Error(JSON.stringify(error));
  // The portal lets one address join 120 times a minute.
  await waitFor(async () => (await join(data.command)).ok, {
    what: `${id} joins`,
    timeoutMs: longMs,
    intervalMs: 2_000,
  });
}

const requestExports = (
  admin: KubeClient,
  namespace: string,
  apis: readonly string[],
) =>
  admin.create(bindResources.requests, {
    apiVersion: names.apiVersion,
    kind: bindResources.requests.kind,
    metadata: { generateName: 'export-', namespace },
    spec: { resources: apis.map(parseApiName) },
  });

/** It takes also what the join command has created. */
async function remove(oscar: KlutchClient, cluster: string): Promise<void> {
  const { error } = await oscar.DELETE(
    '/platform/app-cluster-invitations/{cluster}',
    { params: { path: { cluster } } },
  );
  if (error) throw new Error(JSON.stringify(error));
}

/** One of those with a kubeconfig, whose bindings the portal watches. */
const detail = (oscar: KlutchClient) =>
  oscar.GET('/platform/app-clusters/{cluster}', {
    params: { path: { cluster: 'apps-0' } },
  });

/** A list, its size and its time. */
async function figuresOf(
  name: string,
  list: () => Promise<{ data?: { total: number }; error?: unknown }>,
  baseline: () => Promise<{ error?: unknown }>,
  rows: number,
): Promise<Figure[]> {
  const { data } = await list();
  const { ours, bare } = await interleaved(
    requests,
    () => timed(list),
    () => timed(baseline),
  );
  return [
    figureOf({
      name: `${name} on all pages`,
      value: data?.total ?? NaN,
      unit: '',
      target: { on: 'value', at: 'least', limit: rows },
    }),
    figureOf({
      name: `page of ${name}, p95 (baseline: a request without content)`,
      value: percentile(ours, 0.95),
      unit: 'ms',
      baseline: percentile(bare, 0.95),
      target: { on: 'value', at: 'most', limit: 100 },
    }),
    figureOf({
      name: `size of a page of ${name}`,
      value: JSON.stringify(data).length / 1_000,
      unit: 'kB',
    }),
  ];
}

export async function platformLists({
  environment: { controlPlane, portal },
  log,
  signal,
}: BenchContext<PortalEnvironment>): Promise<Figure[]> {
  const oscar = portal.as('oscar');
  const apis = await offerCopies(controlPlane, resource, 'far', exportsOfEach);
  const [first = '', ...others] = apis;
  const isOffered = async () => {
    const { data } = await oscar.GET('/platform/export-templates');
    return (data?.items.length ?? 0) >= exportsOfEach;
  };
  await waitFor(isOffered, { what: 'all are offered', timeoutMs: longMs });

  const joined: string[] = [];
  const exports = () =>
    oscar.GET('/platform/exports', {
      params: { query: { sort: 'state', limit: 50 } },
    });
  const countExports = async () => (await exports()).data?.total ?? NaN;
  const before = await countExports();
  log(`${appClusters} app clusters join, with ${exportsOfEach} exports each`);
  try {
    await inParallel(concurrency, appClusters, async index => {
      signal.throwIfAborted();
      const id = `far-${index}`;
      await joinByCommand(oscar, id, first);
      joined.push(id);
    });
    const namespaces = await clusterNamespacesOf(oscar);
    await inParallel(concurrency, joined.length, index => {
      const namespace = namespaces.get(joined[index] ?? '') ?? '';
      return requestExports(controlPlane, namespace, others);
    });
    const wanted = appClusters * exportsOfEach;
    await waitFor(async () => (await countExports()) >= wanted, {
      what: 'all exports are listed',
      timeoutMs: longMs,
    });
    const baseline = () => oscar.GET('/changes');
    const summaries = () =>
      oscar.GET('/platform/app-cluster-summaries', {
        params: { query: { sort: 'health', limit: 50 } },
      });
    const { ours, bare } = await interleaved(
      requests,
      () => timed(() => detail(oscar)),
      () => timed(baseline),
    );
    return [
      ...(await figuresOf('exports', exports, baseline, wanted)),
      ...(await figuresOf('app clusters', summaries, baseline, appClusters)),
      figureOf({
        name: 'app cluster with its bindings, p95 (baseline as above)',
        value: percentile(ours, 0.95),
        unit: 'ms',
        baseline: percentile(bare, 0.95),
        target: { on: 'value', at: 'most', limit: 100 },
      }),
    ];
  } finally {
    // The browser's parts open the portal with the app clusters and services of the bench alone.
    await inParallel(concurrency, joined.length, index =>
      remove(oscar, joined[index] ?? ''),
    );
    await waitFor(async () => (await countExports()) <= before, {
      what: 'the exports are removed',
      timeoutMs: longMs,
    });
    await removeCopies(controlPlane, apis);
  }
}
