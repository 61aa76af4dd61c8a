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
import { offerCopies } from './offerServices';
import { timed } from './lists';
import { join } from './testFixtures';

const appClusters = 200;
const exportsOfEach = 20;
const concurrency = 4;
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
  const { ok, status } = await join(data.command);
  if (!ok) throw new Error(`The join command of ${id} got ${status}.`);
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

  const ids = Array.from({ length: appClusters }, (_, index) => `far-${index}`);
  log(`${appClusters} app clusters join, with ${exportsOfEach} exports each`);
  try {
    await inParallel(concurrency, ids.length, async index => {
      signal.throwIfAborted();
      await joinByCommand(oscar, ids[index] as string, first);
    });
    const clusterNamespaces = await clusterNamespacesOf(oscar);
    await inParallel(concurrency, ids.length, index =>
      requestExports(
        controlPlane,
        clusterNamespaces.get(ids[index] as string) as string,
        others,
      ),
    );
    const exports = () =>
      oscar.GET('/platform/exports', {
        params: { query: { sort: 'state', limit: 50 } },
      });
    const wanted = appClusters * exportsOfEach;
    await waitFor(async () => ((await exports()).data?.total ?? 0) >= wanted, {
      what: 'all exports are listed',
      timeoutMs: longMs,
    });
    const baseline = () => oscar.GET('/changes');
    return [
      ...(await figuresOf('exports', exports, baseline, wanted)),
      ...(await figuresOf(
        'app clusters',
        () =>
          oscar.GET('/platform/app-cluster-summaries', {
            params: { query: { sort: 'health', limit: 50 } },
          }),
        baseline,
        appClusters,
      )),
    ];
  } finally {
    // The browser's parts open the portal with the app clusters of the bench alone.
    await inParallel(concurrency, ids.length, index =>
      oscar.DELETE('/platform/app-cluster-invitations/{cluster}', {
        params: { path: { cluster: ids[index] as string } },
      }),
    );
  }
}
