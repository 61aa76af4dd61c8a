/** The cluster that the flags and kubeconfigs select, with kubectl's rules. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import {
  createClient,
  loadKubeConfigFile,
  loadKubeConfigOrInCluster,
  type KubeClient,
} from '@klutch/kube';
import { withNamedResources } from './namedResources';

type KubeConfig = Parameters<typeof createClient>[0];

/** The flags of the program that select a cluster, named as kubectl's. */
export interface ClusterFlags {
  kubeconfig?: string;
  context?: string;
  namespace?: string;
}

/** The cluster of a command. */
export interface SelectedCluster {
  client: KubeClient;
  /** From `--namespace`, or the context's; `default` if it has none. */
  namespace: string;
}

/** Where kubectl looks for files without `--kubeconfig`: in KUBECONFIG, or else at `~/.kube/config`. */
function kubeconfigPaths({ KUBECONFIG = '' }: NodeJS.ProcessEnv): string[] {
  const listed = KUBECONFIG.split(delimiter).filter(Boolean);
  return listed.length > 0 ? listed : [join(homedir(), '.kube/config')];
}

/** Adds the entries of `other` whose names `config` does not have. */
function addEntries<T extends { name: string }>(config: T[], other: T[]) {
  const names = new Set(config.map(({ name }) => name));
  config.push(...other.filter(({ name }) => !names.has(name)));
}

/** Kubeconfigs as one. As in kubectl, the first that has a name, or a current context, decides. */
async function readKubeconfigs(
  { kubeconfig }: ClusterFlags,
  environment: NodeJS.ProcessEnv,
): Promise<KubeConfig> {
  const paths = kubeconfigPaths(environment);
  const files = kubeconfig
    ? [kubeconfig]
    : paths.filter(path => existsSync(path));
  const [config, ...others] = await Promise.all(files.map(loadKubeConfigFile));
  if (!config) {
    const missing = `there is no kubeconfig at ${paths.join(' or ')}`;
    return loadKubeConfigOrInCluster(
      undefined,
      `--kubeconfig, because ${missing}`,
    );
  }
  for (const other of others) {
    addEntries(config.clusters, other.clusters);
    addEntries(config.users, other.users);
    addEntries(config.contexts, other.contexts);
    config.setCurrentContext(
      config.getCurrentContext() || other.getCurrentContext(),
    );
  }
  return config;
}

/** The contexts that `--context` can select. */
export async function contextNames(
  flags: ClusterFlags,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string[]> {
  const config = await readKubeconfigs(flags, environment);
  return config.getContexts().map(({ name }) => name);
}

/**
 * Connects to the cluster that the flags select, or else the kubeconfigs, or else the pod in which the program runs.
 *
 * @throws Error with what to do when there is none, or the context does not exist
 */
export async function selectCluster(
  flags: ClusterFlags,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<SelectedCluster> {
  const { context, namespace } = flags;
  const config = await readKubeconfigs(flags, environment);
  if (context) config.setCurrentContext(context);
  const chosen = config.getContextObject(config.getCurrentContext());
  if (!chosen) {
    const names = config.getContexts().map(({ name }) => name);
    throw new Error(
      `The kubeconfig has no context "${config.getCurrentContext()}". Choose one with --context: ${names.join(', ') || 'it has none'}.`,
    );
  }
  return {
    client: withNamedResources(createClient(config)),
    namespace: namespace ?? chosen.namespace ?? 'default',
  };
}
