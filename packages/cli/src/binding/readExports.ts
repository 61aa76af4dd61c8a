/** The exports of bindings, on their control planes. */
import {
  bindResources,
  names,
  type APIServiceBinding,
  type APIServiceExport,
} from '@klutch/bind-api';
import { errorMessage, rejectOnAbort, type KubeClient } from '@klutch/kube';
import { connectTenant } from './ControlPlaneTenant';
import { readKubeconfig } from './readKubeconfig';

/** What is known about the exports of bindings. */
export interface BoundExports {
  /** By the names of the bindings; undefined where the control plane has none. Unread ones have no entry. */
  exports: ReadonlyMap<string, APIServiceExport | undefined>;
  /** Why some could not be read. */
  unread: string[];
}

const limitMs = 3_000;

const nameOf = ({ metadata }: APIServiceBinding): string => metadata.name ?? '';

type NamedExport = [api: string, found: APIServiceExport | undefined];

async function exportsOfSecret(
  appCluster: KubeClient,
  secret: string,
  apis: readonly string[],
  signal: AbortSignal,
): Promise<NamedExport[]> {
  const { client, namespace } = connectTenant(
    await readKubeconfig(
      appCluster,
      { namespace: names.appClusterNamespace, name: secret },
      'Run "kubectl klutch bind <url>" again.',
      signal,
    ),
  );
  try {
    return await Promise.all(
      apis.map(async (name): Promise<NamedExport> => {
        const key = { namespace, name };
        return [name, await client.get(bindResources.exports, key, { signal })];
      }),
    );
  } finally {
    await client.close();
  }
}

/** Reads the exports with the kubeconfigs that the bindings name, for at most three seconds. */
export async function readExports(
  appCluster: KubeClient,
  bindings: readonly APIServiceBinding[],
): Promise<BoundExports> {
  const apis = new Map<string, string[]>();
  for (const binding of bindings) {
    const secret = binding.spec?.kubeconfigSecretRef.name;
    if (secret === undefined) continue;
    apis.set(secret, [...(apis.get(secret) ?? []), nameOf(binding)]);
  }
  const unread: string[] = [];
  const signal = AbortSignal.timeout(limitMs);
  const read = await Promise.all(
    [...apis].map(async ([secret, bound]) => {
      try {
        const work = exportsOfSecret(appCluster, secret, bound, signal);
        return await rejectOnAbort(work, signal);
      } catch (error) {
        const reason = signal.aborted
          ? 'the control plane did not answer in time'
          : errorMessage(error);
        unread.push(`${bound.join(', ')}: ${reason}`);
        return [];
      }
    }),
  );
  return { exports: new Map(read.flat()), unread };
}
