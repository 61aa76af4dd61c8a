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

/** The files that kubectl would read: `--kubeconfig`, those in KUBECONFIG that exist, or `~/.kube/config`. */
function kubeconfigFiles(
  flag: string | undefined,
  environment: NodeJS.ProcessEnv,
): string[] {
  if (flag) return [flag];
  const listed = environment.KUBECONFIG?.split(delimiter).filter(Boolean) ?? [];
  const paths = listed.length > 0 ? listed : [join(homedir(), '.kube/config')];
  return paths.filter(path => existsSync(path));
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
  const files = kubeconfigFiles(kubeconfig, environment);
  const [config, ...others] = await Promise.all(files.map(loadKubeConfigFile));
  if (!config) return loadKubeConfigOrInCluster(undefined, '--kubeconfig');
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
    client: createClient(config),
    namespace: namespace ?? chosen.namespace ?? 'default',
  };
}
