/** Reads what must be known, and removes what must go, before the reference's konnector replaces ours. */
import { fieldManagers, type APIServiceBinding } from '@klutch/bind-api';
import { core, parseKey, keyOf, errorMessage } from '@klutch/kube';
import type { BoundCluster } from '../bindings/readBindings';
import type { KonnectorLease } from '../leaderElection/ReplicaLeadership';
import { secretRefId } from '../access/SecretRef';
import { readAtRisk, type AtRisk, type RiskScanResult } from './atRisk';
import {
  leftoversOn,
  withoutConditions,
  withoutFinalizer,
  type Leftovers,
} from './leftovers';
import { heldLeases } from './runningKonnectors';

/** What the check found on an app cluster and the control planes to which the cluster is bound. */
export interface MigrationReport {
  /** Objects that the reference's konnector deletes, overwrites or no longer keeps. */
  atRisk: AtRisk[];
  /** Our finalizer and conditions on bindings. */
  leftovers: Leftovers[];
  /** Leases held by a konnector of ours, which would restore what is removed. */
  running: string[];
  /** Messages for the user about what could not be read. */
  problems: string[];
}

/** Bindings with the same kubeconfig. */
function byKubeconfig(
  bindings: readonly APIServiceBinding[],
): [APIServiceBinding, ...APIServiceBinding[]][] {
  const groups = new Map<string, [APIServiceBinding, ...APIServiceBinding[]]>();
  for (const binding of bindings) {
    const ref = binding.spec?.kubeconfigSecretRef;
    const id = ref ? secretRefId(ref) : keyOf(binding);
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
      `Copies of ${bindings.map(keyOf).join(', ')} could not be checked: ${why}`,
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

/** Reads the report; changes nothing. */
export async function readMigrationReport(
  cluster: BoundCluster,
  lease: KonnectorLease,
): Promise<MigrationReport> {
  const { appCluster, bindingCluster } = cluster;
  const { bindings } = await cluster.readBindings();
  const system = await appCluster.get(core.namespaces, { name: 'kube-system' });
  const consumerCluster = system?.metadata.uid ?? '';
  const scanResults: RiskScanResult[] = [];
  for (const group of byKubeconfig(bindings)) {
    scanResults.push(await scanBindings(cluster, consumerCluster, group));
  }
  const atRisk = scanResults.flatMap(found => found.atRisk);
  return {
    // Several Secrets may target one cluster namespace.
    atRisk: [
      ...new Map(atRisk.map(found => [identityOf(found), found])).values(),
    ],
    leftovers: bindings.flatMap(binding => leftoversOn(binding) ?? []),
    running: await heldLeases(bindingCluster, lease),
    problems: scanResults.flatMap(({ problems }) => problems),
  };
}

/**
 * Removes our finalizer and conditions from all bindings, except those being deleted. May be run again.
 * @returns what was on the bindings, including those being deleted.
 * @throws Error with a message for the user while a konnector of ours runs, and when a binding is changed concurrently.
 */
export async function removeLeftovers(
  cluster: BoundCluster,
  lease: KonnectorLease,
): Promise<Leftovers[]> {
  const client = cluster.bindingCluster;
  const running = await heldLeases(client, lease);
  if (running.length > 0) {
    throw new Error(
      `A konnector of ours is running and would restore what is removed: Lease ${running.join(', ')}. Stop all of its replicas first, for example: kubectl -n ${lease.namespace} scale deployment konnector --replicas=0`,
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
