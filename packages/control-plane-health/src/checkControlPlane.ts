/** Reads a control plane and says what is wrong. */
import {
  isForbidden,
  isNotFound,
  resourceName,
  type KubeClient,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import { claimProblem, isStuck, waitingSince } from './checks/claims';
import { ClaimTracer } from './ClaimTracer';
import { compositionProblems } from './checks/compositions';
import { packageProblems } from './checks/packages';
import { providerConfigProblems } from './checks/providerConfigs';
import { xrdProblems } from './checks/xrds';
import type { CrossplaneVersion } from './crossplane/CrossplaneVersion';
import { detectCrossplane } from './crossplane/detectCrossplane';
import {
  compositions,
  functionRevisions,
  packages,
  providerConfigs,
  xrds,
} from './crossplane/resources';
import type { Problem } from './Problem';

/** Options of a check. */
export interface HealthOptions {
  /** Time after which a claim that is not ready counts as stuck, in milliseconds; default five minutes. */
  stuckAfterMs?: number;
  /** How many stuck claims are traced to their cause, the oldest first; default 100. */
  maximumTraced?: number;
  /** Milliseconds since 1970, for tests. */
  now?: number;
}

/** What is installed for Crossplane. */
export interface InstalledObjects {
  /** Packages with controllers. */
  providers: readonly Unstructured[];
  /** Packages of composition functions. */
  functions: readonly Unstructured[];
  /** Packages of XRDs and Compositions. */
  configurations: readonly Unstructured[];
  /** CompositeResourceDefinitions. */
  xrds: readonly Unstructured[];
  /** Compositions. */
  compositions: readonly Unstructured[];
}

/** What was found. */
export interface ControlPlaneHealth {
  /** Major version of Crossplane; undefined without Crossplane. */
  crossplane: 1 | 2 | undefined;
  /** Worst first; of claims, the oldest first. */
  problems: Problem[];
}

/** What was found, and in what. */
export interface ControlPlaneInspection extends ControlPlaneHealth {
  /** Number of stuck claims, also of those that are not traced and thus not among the problems. */
  stuckClaims: number;
  /** What was checked; without what may not be listed. */
  installed: InstalledObjects;
}

const nothing: InstalledObjects = {
  providers: [],
  functions: [],
  configurations: [],
  xrds: [],
  compositions: [],
};

const fiveMinutes = 5 * 60_000;

const crossplaneItself = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  name: resourceName(xrds),
};

/** Lists resources; those that may not be read, or whose API is not served, are problems instead. */
class Reader {
  readonly problems: Problem[] = [];

  constructor(private readonly client: KubeClient) {}

  /** @param isOptional - whether its API need not be served */
  async list(
    resource: Resource,
    { isOptional = false } = {},
  ): Promise<Unstructured[]> {
    try {
      return (await this.client.list(resource)).items;
    } catch (error) {
      if (!isForbidden(error) && !isNotFound(error)) throw error;
      if (isOptional && isNotFound(error)) return [];
      this.problems.push({
        severity: 'warning',
        object: { ...crossplaneItself, name: resourceName(resource) },
        reason: isForbidden(error) ? 'ListForbidden' : 'ListNotServed',
        params: { resource: resourceName(resource) },
        message: isForbidden(error)
          ? `${resourceName(resource)} may not be listed, so it was not checked.`
          : `${resourceName(resource)} is not served, so it was not checked.`,
        remedy: isForbidden(error)
          ? 'Grant list on it, or check as a user who may.'
          : 'Wait until the API server serves it, or check the XRD.',
      });
      return [];
    }
  }
}

/** All claims that have been waiting too long, the oldest first. */
async function findStuckClaims(
  crossplane: CrossplaneVersion,
  reader: Reader,
  definitions: readonly Unstructured[],
  { now = Date.now(), stuckAfterMs = fiveMinutes }: HealthOptions,
): Promise<Unstructured[]> {
  const stuck: Unstructured[] = [];
  for (const xrd of definitions) {
    const api = crossplane.apiOf(xrd);
    if (!api) continue;
    const claims = await reader.list(api.claims);
    stuck.push(
      ...claims.filter(one => isStuck(one, { now, afterMs: stuckAfterMs })),
    );
  }
  const since = (claim: Unstructured) => waitingSince(claim) ?? now;
  return stuck.sort((a, b) => since(a) - since(b));
}

/** One after the other: each trace is several requests already. */
async function traceProblems(
  tracer: ClaimTracer,
  claims: readonly Unstructured[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const claim of claims) {
    problems.push(claimProblem(await tracer.trace(claim)));
  }
  return problems;
}

const crossplaneMissing: Problem = {
  severity: 'error',
  object: crossplaneItself,
  reason: 'CrossplaneMissing',
  params: {},
  message: 'Crossplane is not installed on this cluster.',
  remedy:
    'Install Crossplane, or check the kubeconfig: it may select an app cluster.',
};

async function readInstalled(reader: Reader): Promise<InstalledObjects> {
  const list = (resource: Resource) => reader.list(resource);
  const [definitions, composed, providers, functions, configurations] =
    await Promise.all([
      list(xrds),
      list(compositions),
      list(packages.providers),
      list(packages.functions),
      list(packages.configurations),
    ]);
  return {
    providers,
    functions,
    configurations,
    xrds: definitions,
    compositions: composed,
  };
}

/**
 * What is installed, without what may not be listed or is not served.
 * @throws ConnectionError; ApiError for what cannot be read for another reason
 */
export const inspectInstalled = (
  client: KubeClient,
): Promise<InstalledObjects> => readInstalled(new Reader(client));

/**
 * Checks Crossplane, its packages, ProviderConfigs, XRDs, Compositions and claims, and returns what is installed, too.
 * @throws ConnectionError; ApiError for what cannot be read for another reason than missing rights
 */
export async function inspectControlPlane(
  client: KubeClient,
  options: HealthOptions = {},
): Promise<ControlPlaneInspection> {
  const crossplane = await detectCrossplane(client);
  if (!crossplane) {
    return {
      crossplane: undefined,
      problems: [crossplaneMissing],
      stuckClaims: 0,
      installed: nothing,
    };
  }
  const reader = new Reader(client);
  const [installed, revisions, configs] = await Promise.all([
    readInstalled(reader),
    reader.list(functionRevisions),
    reader.list(providerConfigs, { isOptional: true }),
  ]);
  const { providers, functions, configurations } = installed;
  const stuck = await findStuckClaims(
    crossplane,
    reader,
    installed.xrds,
    options,
  );
  const problems = [
    ...packageProblems([...providers, ...functions, ...configurations]),
    ...providerConfigProblems(configs),
    ...xrdProblems(crossplane, installed.xrds, installed.compositions),
    ...compositionProblems(installed.compositions, revisions),
    ...(await traceProblems(
      new ClaimTracer(client, crossplane),
      stuck.slice(0, options.maximumTraced ?? 100),
    )),
    ...reader.problems,
  ];
  const rank = ({ severity }: Problem) => (severity === 'error' ? 0 : 1);
  return {
    crossplane: crossplane.major,
    problems: problems.sort((a, b) => rank(a) - rank(b)),
    stuckClaims: stuck.length,
    installed,
  };
}

/**
 * Checks Crossplane, its packages, ProviderConfigs, XRDs, Compositions and claims.
 * @throws as {@link inspectControlPlane}
 */
export async function checkControlPlane(
  client: KubeClient,
  options: HealthOptions = {},
): Promise<ControlPlaneHealth> {
  const { crossplane, problems } = await inspectControlPlane(client, options);
  return { crossplane, problems };
}
