/** `doctor`: what is wrong with the binding, and what to do. */
import { names } from '@klutch/bind-api';
import { isNotFound, type KubeClient } from '@klutch/kube';
import { listBindings } from '../cluster/listBindings';
import type { CommandContext } from '../CommandContext';
import { dataText, type DataFormat } from '../output/objects';
import { printable } from '../output/table';
import { withProgress } from '../progress';
import { appClusterChecks } from './appClusterChecks';
import { backendChecks } from './backendChecks';
import { boundControlPlaneChecks, operatorChecks } from './controlPlaneChecks';
import { errorFinding } from './errorFinding';
import type { Finding } from './Finding';
import { issuerChecks, type IssuerFlags } from './issuerChecks';
import { runChecks, type Check } from './runChecks';
import { serverChecks } from './serverChecks';

/** Flags of `doctor`. */
export interface DoctorFlags extends Partial<IssuerFlags> {
  /** Checks a control plane, also when it is not recognised as one. */
  controlPlane?: boolean;
  output?: DataFormat;
}

const timeoutMs = 10_000;

/** The report, one line for each finding. */
export const reportText = (findings: readonly Finding[]): string =>
  findings
    .map(
      ({ check, message, remedy, status }) =>
        `${status.padEnd(7)}   ${check.padEnd(12)}   ${printable(message.replace(/\.$/, ''))}${remedy ? `. ${printable(remedy)}` : ''}\n`,
    )
    .join('');

/** Which kinds of Klutch the API server serves; discovery needs no rights. */
async function servedKinds(
  client: KubeClient,
  signal: AbortSignal,
): Promise<Set<string>> {
  try {
    const found = await client.discover(names.group, names.version, { signal });
    return new Set(found.map(({ plural }) => plural));
  } catch (error) {
    if (isNotFound(error)) return new Set();
    throw error;
  }
}

/** The checks of the selected cluster, and what was found while they were chosen. */
interface ClusterChecks {
  checks: Check[];
  findings: Finding[];
  close(): Promise<void>;
}

async function clusterChecks(
  client: KubeClient,
  { controlPlane = false }: DoctorFlags,
): Promise<ClusterChecks> {
  const close = async () => undefined;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const kinds = await servedKinds(client, signal);
    if (controlPlane || kinds.has('clusterbindings')) {
      const checks = [
        ...serverChecks('control plane', client),
        ...operatorChecks(client),
      ];
      return { checks, findings: [], close };
    }
  } catch {
    // The check of the reachability says why.
    return { checks: serverChecks('cluster', client), findings: [], close };
  }
  const checks = appClusterChecks(client);
  try {
    const bindings = await listBindings(client);
    const planes = await boundControlPlaneChecks(client, bindings, signal);
    return {
      checks: [...checks, ...planes.checks],
      findings: [],
      close: planes.close,
    };
  } catch (error) {
    const finding = errorFinding('Reachability', 'bound control planes', error);
    return { checks, findings: [finding], close };
  }
}

/** @throws Error when flags belong to an issuer that is not named */
function addressChecks(flags: DoctorFlags): Check[] {
  const { backend, clientId, redirectUri } = flags;
  const issuer =
    flags.issuer ?? (backend ? process.env.OIDC_ISSUER_URL : undefined);
  if (!issuer && (clientId ?? redirectUri)) {
    throw new Error(
      'The identity provider of the client is not named. Add --issuer, or leave out --client-id and --redirect-uri.',
    );
  }
  return [
    ...(backend ? backendChecks(backend) : []),
    ...(issuer ? issuerChecks({ ...flags, issuer }) : []),
  ];
}

/**
 * Prints what was found.
 *
 * @returns the exit code: 1 when a check failed
 */
export async function runDoctor(
  { signal, stderr, stdout }: CommandContext,
  client: KubeClient,
  flags: DoctorFlags,
): Promise<number> {
  const addresses = addressChecks(flags);
  const { checks, close, findings } = await clusterChecks(client, flags);
  try {
    const work = runChecks([...checks, ...addresses], { signal, timeoutMs });
    const all = [
      ...findings,
      ...(await withProgress(stderr, 'Checking', work)),
    ];
    stdout.write(
      flags.output
        ? dataText({ findings: all }, flags.output)
        : reportText(all),
    );
    return all.some(({ status }) => status === 'Failed') ? 1 : 0;
  } finally {
    await close();
  }
}
