// Time from the click in the portal to the CRD on the app cluster, with a real konnector there.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { konnectorRoles } from '@klutch/konnector';
import { isEstablished, type CustomResourceDefinition } from '@klutch/kube';
import { startCluster } from '@klutch/local-clusters';
import { watchTokens, type Arrivals } from '../harness/Arrivals';
import { bareApi } from '../harness/bareApi';
import { figureOf } from '../harness/figures';
import type { BenchContext, BenchPart } from '../harness/runBench';
import { median, percentile } from '../harness/statistics';
import { Agent, bundleAgent } from '../konnector/Agent';
import { konnectorUser } from '../konnector/binding';
import { applyAll } from '../konnector/testFixtures';
import { crdName, crdOf, group, type Api } from '../kube/sampleCrd';
import type { BindingEnvironment } from './environment';
import { clientOf } from './testFixtures';
import { offer } from './offers';

const count = 20;
const timeoutMs = 60_000;
const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** The name of an established CRD, otherwise nothing. */
const tokensOf = (crd: CustomResourceDefinition): string[] =>
  isEstablished(crd) ? [crd.metadata.name ?? ''] : [];

const apisOf = (kind: string): Api[] =>
  Array.from({ length: count }, (_, index) => ({
    plural: `${kind.toLowerCase()}${index}s`,
    kind: `${kind}${index}`,
  }));

/** Starts an app cluster with a konnector and without bound APIs. */
async function startAppCluster(
  { environment, signal }: BenchContext<BindingEnvironment>,
  cleanups: (() => Promise<unknown>)[],
) {
  const { folder } = environment;
  const cluster = await startCluster({ name: 'bench-apps', signal });
  cleanups.push(() => cluster.stop());
  const bare = bareApi(cluster.kubeconfig);
  cleanups.push(() => bare.close());
  const admin = clientOf(cluster.kubeconfig);
  cleanups.push(() => admin.close());
  await applyAll(admin, konnectorRoles());
  const kubeconfig = join(folder, 'konnector.kubeconfig');
  await writeFile(kubeconfig, await cluster.user(konnectorUser), {
    mode: 0o600,
  });
  const konnector = await Agent.start({
    program: await bundleAgent(folder),
    kubeconfig,
    logFile: join(folder, 'konnector.log'),
    signal,
  });
  cleanups.push(() => konnector.stop());
  return { admin, bare };
}

/** Milliseconds until the watcher sees an established CRD. */
async function msUntilSeen(
  api: Api,
  seen: Arrivals,
  work: () => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  await work();
  await seen.all([crdName(api)], timeoutMs);
  return (seen.at(crdName(api)) ?? NaN) - startedAt;
}

export const bindToCrd: BenchPart<BindingEnvironment> = {
  about: 'from the click until the konnector has made the API usable',
  async run(context) {
    const { bindingService, plane } = context.environment;
    const cleanups: (() => Promise<unknown>)[] = [];
    const stop = new AbortController();
    try {
      const offered = apisOf('Offered');
      for (const api of offered) await offer(plane, api);
      const { admin, bare } = await startAppCluster(context, cleanups);
      const until = AbortSignal.any([stop.signal, context.signal]);
      const seen = await watchTokens(bare, crds, tokensOf, until);
      const bind = (api: Api) =>
        bindingService.bind({
          binder: { issuer: 'bench', subject: 'alice', groups: [] },
          identity: { subject: 'bench', clusterId: 'bind-to-crd' },
          appCluster: admin,
          resource: { group, resource: api.plural },
          acceptedClaims: 'all',
        });
      const ours: number[] = [];
      const bares: number[] = [];
      const others = apisOf('Bare');
      for (const [index, api] of offered.entries()) {
        ours.push(await msUntilSeen(api, seen, () => bind(api)));
        const other = others[index];
        if (!other) continue;
        const create = () => bare.send('POST', crds, crdOf(other));
        bares.push(await msUntilSeen(other, seen, create));
      }
      const [first = NaN, ...later] = ours;
      const baseline = median(bares);
      return [
        figureOf({
          name: 'click to usable CRD, p50',
          value: median(later),
          unit: 'ms',
          baseline,
          target: { on: 'value', at: 'most', limit: 3_000 },
        }),
        figureOf({
          name: 'click to usable CRD, p95',
          value: percentile(later, 0.95),
          unit: 'ms',
          baseline,
        }),
        figureOf({
          name: 'click to usable CRD, first API of an app cluster',
          value: first,
          unit: 'ms',
          baseline,
        }),
      ];
    } finally {
      stop.abort();
      for (const step of cleanups.reverse()) await step();
    }
  },
};
