// Two clusters with a fake backend, five APIs of which three are bound, and a konnector.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, loadKubeConfig } from '@klutch/kube';
import { startCluster, type LocalCluster } from '@klutch/local-clusters';
import { bareApi } from '../harness/bareApi';
import { Agent, bundleAgent } from './Agent';
import {
  waitForGarbageCollector,
  bindAll,
  konnectorUser,
  prepare,
} from './binding';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { FakeBackend } from './testFixtures';
import { measureSlowness } from './slowness';

export interface KonnectorBenchOptions {
  objects: number;
  /** Folder for CPU profiles. */
  cpuProf?: string;
}

/** The kubeconfig of an app cluster, as issued by a backend. */
async function tenantKubeconfig(
  control: LocalCluster,
  { tenant, clusterNamespace: namespace }: FakeBackend,
): Promise<string> {
  const config = loadKubeConfig(await control.user(tenant));
  config.contexts = config.contexts.map(context => ({
    ...context,
    namespace,
  }));
  return config.exportConfig();
}

/** Starts a cluster; appends to `cleanups` how it and its clients end. */
async function startBenchCluster(
  name: string,
  cleanups: (() => Promise<unknown>)[],
  signal: AbortSignal,
) {
  const cluster = await startCluster({ name, signal });
  cleanups.push(() => cluster.stop());
  const { kubeconfig } = cluster;
  const bare = bareApi(kubeconfig);
  cleanups.push(() => bare.close());
  const admin = createClient(loadKubeConfig(kubeconfig));
  cleanups.push(() => admin.close());
  return { cluster, bare, admin };
}

export async function setUpKonnector(
  { objects, cpuProf }: KonnectorBenchOptions,
  { log, signal }: { log(text: string): void; signal: AbortSignal },
): Promise<{ environment: KonnectorEnvironment; tearDown(): Promise<void> }> {
  const stop = new AbortController();
  const cleanups: (() => Promise<unknown>)[] = [];
  const tearDown = async () => {
    stop.abort();
    for (const step of cleanups.splice(0).reverse()) await step();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'klutch-bench-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    log('starting two clusters');
    const control = await startBenchCluster('control', cleanups, signal);
    const app = await startBenchCluster('app', cleanups, signal);
    const admins = { control: control.admin, app: app.admin };
    const backend = new FakeBackend(
      control.admin,
      AbortSignal.any([stop.signal, signal]),
    );
    const { clusterNamespace } = backend;
    const kubeconfig = await tenantKubeconfig(control.cluster, backend);
    await prepare(admins, backend, kubeconfig);

    const program = await bundleAgent(folder);
    const agentKubeconfig = join(folder, 'konnector.kubeconfig');
    await writeFile(agentKubeconfig, await app.cluster.user(konnectorUser), {
      mode: 0o600,
    });
    const startAgent = (...moreFlags: string[]) =>
      Agent.start({
        moreFlags,
        program,
        kubeconfig: agentKubeconfig,
        logFile: join(folder, 'konnector.log'),
        profileDir: cpuProf,
        signal,
      });
    let agent = await startAgent();
    cleanups.push(() => agent.stop());
    log('binding three APIs, until both clusters work with them');
    await bindAll(app.admin);
    await Promise.all(
      [app.bare, control.bare].map(side =>
        waitForGarbageCollector(side, signal),
      ),
    );
    const environment: KonnectorEnvironment = {
      objects,
      app: app.bare,
      control: control.bare,
      kubeconfigs: {
        app: app.cluster.kubeconfig,
        control: control.cluster.kubeconfig,
      },
      serviceNamespace: namespace => `${clusterNamespace}-${namespace}`,
      agent: () => agent,
      async restart(...moreFlags) {
        await agent.stop();
        agent = await startAgent(...moreFlags);
        return agent;
      },
      synced: 0,
      slowness: 1,
    };
    environment.slowness = await measureSlowness(environment, signal);
    log(
      `time limits are multiplied by ${environment.slowness.toFixed(2)}, because the bare loop is that much slower here`,
    );
    return { environment, tearDown };
  } catch (error) {
    await tearDown();
    throw error;
  }
}
