/** What has to be known before another konnector starts. Changes nothing. */
import {
  annotations,
  bindResources,
  type APIServiceBinding,
} from '@klutch/bind-api';
import { errorMessage, type KubeClient } from '@klutch/kube';
import type { KonnectorKind } from '../konnector/konnectorDeployment';
import {
  formatReport,
  konnectorLease,
  readMigrationReport,
  type BoundCluster,
} from './konnectorPackage';

/** What a check found. */
interface CheckResult {
  /** The whole result, for programs. */
  report: object;
  /** The result for users. */
  lines: string[];
  /** Why the change would lose data or fail; empty when it may begin. */
  blockers: string[];
}

/** The tenant's view of the control plane of one binding. */
interface BoundApi {
  binding: APIServiceBinding;
  controlPlane: KubeClient;
  clusterNamespace: string;
}

/** Calls `check` for each binding; what cannot be read becomes a message, too. */
async function checkBindings(
  cluster: BoundCluster,
  check: (api: BoundApi) => Promise<string | undefined>,
): Promise<{ found: string[]; unread: string[] }> {
  const found = new Set<string>();
  const unread: string[] = [];
  const { bindings } = await cluster.readBindings();
  for (const binding of bindings) {
    const name = binding.metadata.name ?? '';
    const connection = await cluster.connectControlPlane(binding);
    if (!connection.ok) {
      unread.push(`${name} could not be checked: ${connection.problem}`);
      continue;
    }
    const { client: controlPlane, clusterNamespace } = connection;
    try {
      const problem = await check({ binding, controlPlane, clusterNamespace });
      if (problem) found.add(problem);
    } catch (error) {
      unread.push(`${name} could not be checked: ${errorMessage(error)}`);
    } finally {
      await controlPlane.close();
    }
  }
  return { found: [...found], unread };
}

/** The reference always prefixes names of cluster-scoped copies, whatever the export says. */
async function isolationProblem({
  binding,
  controlPlane,
  clusterNamespace: namespace,
}: BoundApi): Promise<string | undefined> {
  const { name = '' } = binding.metadata;
  const found = await controlPlane.get(bindResources.exports, {
    namespace,
    name,
  });
  const { clusterScopedIsolation: isolation } = found?.spec ?? {};
  return isolation && isolation !== 'Prefixed'
    ? `The export ${namespace}/${name} has clusterScopedIsolation ${isolation}, which the reference's konnector ignores. Ask the operators of the control plane to set it to Prefixed, or our konnector does not find the copies.`
    : undefined;
}

/** The reference's konnector waits for Secrets that it may not list. */
async function secretsProblem({
  controlPlane,
  clusterNamespace: namespace,
}: BoundApi): Promise<string | undefined> {
  const mayList = await controlPlane.canI({
    verb: 'list',
    group: '',
    resource: 'secrets',
    namespace,
  });
  return mayList
    ? undefined
    : `The reference's konnector may not list Secrets in ${namespace} of the control plane. Ask its operators for: kubectl -n ${namespace} annotate clusterbinding cluster klutch.anynines.com/konnector=reference`;
}

async function checkForKlutch(cluster: BoundCluster): Promise<CheckResult> {
  const { found, unread } = await checkBindings(cluster, isolationProblem);
  const lines = [...found, ...unread];
  return {
    report: { blockers: found, problems: unread },
    lines:
      lines.length > 0
        ? lines
        : ["Our konnector can replace the reference's; nothing is deleted."],
    blockers: found,
  };
}

const acceptsAll = ({ metadata }: APIServiceBinding): boolean =>
  metadata.annotations?.[annotations.acceptClaims] === 'all';

async function checkForReference(cluster: BoundCluster): Promise<CheckResult> {
  const report = await readMigrationReport(cluster, konnectorLease);
  const { found: rights, unread } = await checkBindings(
    cluster,
    secretsProblem,
  );
  const { bindings } = await cluster.readBindings();
  const unserved = bindings
    .filter(acceptsAll)
    .map(
      ({ metadata }) =>
        `${metadata.name} accepts all claims by an annotation that the reference's konnector ignores. Write the claims into its spec.permissionClaims.`,
    );
  const unbinding = report.leftovers
    .filter(leftovers => leftovers.unbinding)
    .map(
      ({ binding }) =>
        `${binding} is being deleted. Wait until our konnector has finished.`,
    );
  const losses =
    report.atRisk.length > 0
      ? [`Data of ${report.atRisk.length} object(s) is at risk.`]
      : [];
  // A control plane that cannot be reached is in the report, too.
  const problems = report.problems.length > 0 ? report.problems : unread;
  return {
    report: { ...report, problems, rights, unserved },
    lines: [...formatReport(report), ...unserved, ...rights],
    blockers: [...losses, ...problems, ...unbinding, ...rights],
  };
}

/** Checks whether the konnector `to` can replace the other one. */
export const checkKonnector = (
  to: KonnectorKind,
  cluster: BoundCluster,
): Promise<CheckResult> =>
  to === 'klutch' ? checkForKlutch(cluster) : checkForReference(cluster);
