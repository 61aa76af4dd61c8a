/** What to know and to take off before the reference's konnector is installed in place of ours. */
import { fieldManagers, type APIServiceBinding } from '@klutch/bind-api';
import { core, parseKey, keyOf } from '@klutch/kube';
import type { BoundCluster } from '../bindings/readBindings';
import type { KonnectorLease } from '../leaderElection/konnectorLeaderElection';
import { idOf } from '../singleObjectWatches';
import { errorMessage } from '../failure';
import { readAtRisk, type AtRisk, type RiskScanResult } from './atRisk';
import {
  leftoversOn,
  withoutConditions,
  withoutFinalizer,
  type Leftovers,
} from './leftovers';
import { heldLeases } from './runningKonnectors';

/** What is found on an app cluster and the control planes that it is bound to. */
export interface MigrationReport {
  /** The reference's konnector deletes, overwrites or forgets it. */
  atRisk: AtRisk[];
  /** Ours, on bindings. */
  leftovers: Leftovers[];
  /** Leases that a konnector of ours holds; it puts back what is taken off. */
  running: string[];
  /** What could not be looked at, in words. */
  problems: string[];
}

/** Bindings with the same kubeconfig secret. */
function bySecret(
  bindings: readonly APIServiceBinding[],
): [APIServiceBinding, ...APIServiceBinding[]][] {
  const groups = new Map<string, [APIServiceBinding, ...APIServiceBinding[]]>();
  for (const binding of bindings) {
    const ref = binding.spec?.kubeconfigSecretRef;
    const id = ref ? idOf(ref) : keyOf(binding);
    const group = groups.get(id);
    if (group) group.push(binding);
    else groups.set(id, [binding]);
  }
  return [...groups.values()];
}

async function scanBindings(
  cluster: BoundCluster,
  consumerCluster: string,
  bindings: [APIServiceBinding, ...APIServiceBinding[]],
): Promise<RiskScanResult> {
  const [first] = bindings;
  const failed = (why: string): RiskScanResult => ({
    atRisk: [],
    problems: [
      `Copies of ${bindings.map(keyOf).join(', ')} could not be looked at: ${why}`,
    ],
  });
  const connection = await cluster.connectControlPlane(first);
  if (!connection.ok) return failed(connection.problem);
  const { client: provider, clusterNamespace } = connection;
  try {
    return await readAtRisk({
      consumer: cluster.appCluster,
      consumerCluster,
      provider,
      clusterNamespace,
      bindings,
    });
  } catch (error) {
    return failed(errorMessage(error));
  } finally {
    await provider.close();
  }
}

const identityOf = ({ type, object, copy, outcome }: AtRisk) =>
  JSON.stringify([type, object, copy, outcome]);

/** Reads only. */
export async function readMigrationReport(
  cluster: BoundCluster,
  lease: KonnectorLease,
): Promise<MigrationReport> {
  const { appCluster, bindingCluster } = cluster;
  const { bindings } = await cluster.readBindings();
  const system = await appCluster.get(core.namespaces, { name: 'kube-system' });
  const consumerCluster = system?.metadata.uid ?? '';
  const scanResults: RiskScanResult[] = [];
  for (const group of bySecret(bindings)) {
    scanResults.push(await scanBindings(cluster, consumerCluster, group));
  }
  const atRisk = scanResults.flatMap(found => found.atRisk);
  return {
    // Several secrets may lead to one cluster namespace.
    atRisk: [
      ...new Map(atRisk.map(found => [identityOf(found), found])).values(),
    ],
    leftovers: bindings.flatMap(binding => leftoversOn(binding) ?? []),
    running: await heldLeases(bindingCluster, lease),
    problems: scanResults.flatMap(({ problems }) => problems),
  };
}

/**
 * Takes our finalizer and conditions off all bindings, but for those that are being deleted. May be run again.
 * @returns what was on them, of those that are being deleted, too.
 * @throws Error in words while a konnector of ours runs, and when somebody changes a binding meanwhile.
 */
export async function removeLeftovers(
  cluster: BoundCluster,
  lease: KonnectorLease,
): Promise<Leftovers[]> {
  const client = cluster.bindingCluster;
  const running = await heldLeases(client, lease);
  if (running.length > 0) {
    throw new Error(
      `A konnector of ours is at work and would put back what is taken off: Lease ${running.join(', ')}. Stop all of them first, as by: kubectl -n ${lease.namespace} scale deployment konnector --replicas=0`,
    );
  }
  const { resource, bindings } = await cluster.readBindings();
  const all: Leftovers[] = [];
  for (const binding of bindings) {
    const found = leftoversOn(binding);
    if (!found) continue;
    all.push(found);
    if (found.unbinding) continue;
    const key = parseKey(found.binding);
    const fieldManager = fieldManagers.marker;
    const current = found.finalizer
      ? await client.mergePatch(resource, key, withoutFinalizer(binding), {
          fieldManager,
        })
      : binding;
    if (found.conditions.length > 0) {
      await client.mergePatch(
        resource,
        key,
        withoutConditions(current, new Date()),
        { subresource: 'status', fieldManager: fieldManagers.status },
      );
    }
  }
  return all;
}
