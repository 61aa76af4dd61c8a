/** Reads a control plane and says what is wrong. */
import {
  isForbidden,
  isNotFound,
  resourceName,
  type KubeClient,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import { claimProblem, isStuck } from './checks/claims';
import { ClaimTracer } from './ClaimTracer';
import { compositionProblems } from './checks/compositions';
import { packageProblems } from './checks/packages';
import { xrdProblems } from './checks/xrds';
import type { CrossplaneVersion } from './crossplane/CrossplaneVersion';
import { detectCrossplane } from './crossplane/detectCrossplane';
import {
  compositions,
  functionRevisions,
  packages,
  xrds,
} from './crossplane/resources';
import type { Problem } from './Problem';

/** Options of a check. */
export interface HealthOptions {
  /** Time after which a claim that is not ready counts as stuck, in milliseconds; default five minutes. */
  stuckAfterMs?: number;
  /** Milliseconds since 1970, for tests. */
  now?: number;
}

/** What was found. */
export interface ControlPlaneHealth {
  /** Major version of Crossplane; undefined without Crossplane. */
  crossplane: 1 | 2 | undefined;
  /** Worst first. */
  problems: Problem[];
}

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

  async list(resource: Resource): Promise<Unstructured[]> {
    try {
      return (await this.client.list(resource)).items;
    } catch (error) {
      if (!isForbidden(error) && !isNotFound(error)) throw error;
      this.problems.push({
        severity: 'warning',
        object: { ...crossplaneItself, name: resourceName(resource) },
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

async function stuckClaims(
  client: KubeClient,
  crossplane: CrossplaneVersion,
  reader: Reader,
  definitions: readonly Unstructured[],
  { now = Date.now(), stuckAfterMs = fiveMinutes }: HealthOptions,
): Promise<Problem[]> {
  const tracer = new ClaimTracer(client, crossplane);
  const problems: Problem[] = [];
  for (const xrd of definitions) {
    const api = crossplane.apiOf(xrd);
    if (!api) continue;
    for (const claim of await reader.list(api.claims)) {
      if (!isStuck(claim, { now, afterMs: stuckAfterMs })) continue;
      problems.push(claimProblem(await tracer.trace(claim)));
    }
  }
  return problems;
}

/**
 * Checks Crossplane, its packages, XRDs, Compositions and claims.
 * @throws ConnectionError; ApiError for what cannot be read for another reason than missing rights
 */
export async function checkControlPlane(
  client: KubeClient,
  options: HealthOptions = {},
): Promise<ControlPlaneHealth> {
  const crossplane = await detectCrossplane(client);
  if (!crossplane) {
    return {
      crossplane: undefined,
      problems: [
        {
          severity: 'error',
          object: crossplaneItself,
          message: 'Crossplane is not installed on this cluster.',
          remedy:
            'Install Crossplane, or check the kubeconfig: it may select an app cluster.',
        },
      ],
    };
  }
  const reader = new Reader(client);
  const list = (resource: Resource) => reader.list(resource);
  const [definitions, composed, revisions, ...installed] = await Promise.all([
    list(xrds),
    list(compositions),
    list(functionRevisions),
    ...Object.values(packages).map(list),
  ]);
  const problems = [
    ...packageProblems(installed.flat()),
    ...xrdProblems(crossplane, definitions, composed),
    ...compositionProblems(composed, revisions),
    ...(await stuckClaims(client, crossplane, reader, definitions, options)),
    ...reader.problems,
  ];
  const rank = ({ severity }: Problem) => (severity === 'error' ? 0 : 1);
  return {
    crossplane: crossplane.major,
    problems: problems.sort((a, b) => rank(a) - rank(b)),
  };
}
