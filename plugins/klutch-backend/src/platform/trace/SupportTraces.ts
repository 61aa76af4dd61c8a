/**
 * Traces claims of any tenant for support. What the portal watches is read with its own rights, and only names, states
 * and conditions leave it; composites and composed resources are read as the person.
 */
import { clusterBindingKey } from '@klutch/bind-api';
import {
  explain,
  type Explanation,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { causeOf, type ClaimTrace } from '@klutch/control-plane-health';
import { redactText, resourceName, type Unstructured } from '@klutch/kube';
import type { ClaimObject } from '../../claimApis/claimResource';
import { flattenTrace, traceObject } from '../../claims/claimTrace';
import type { RegisteredAppCluster } from '../../clusters/AppClusters';
import { konnectorProblem } from '../../clusters/konnectorHealth';
import { mapKubeErrors } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';
import type { ClaimFacts } from '../../inventory/ClaimFacts';
import type { Inventory } from '../../inventory/Inventory';
import { hideSpecValues } from './hideSpecValues';
import { KnownClaims, type KnownClaimsOptions } from './KnownClaims';
import {
  matchClaims,
  matchOwners,
  matchPrefix,
  type KnownClaim,
} from './matchClaims';
import type { TraceQuery } from './parseTraceText';
import { composedContext, readComposed } from './readComposed';
import { readNamedObjects } from './readNamedObjects';
import { stoppedAt, supportSteps, type SupportFacts } from './supportSteps';

export interface SupportTracesOptions extends KnownClaimsOptions {
  inventory: Inventory;
}

type Result = Schemas['SupportTraceResult'];

/** The most claims in one response: more are no help to choose from. */
const MAX_MATCHES = 20;

/** What the portal watches of a claim. */
interface ObservedClaim extends Omit<SupportFacts, 'composed'> {
  /** On the app cluster; undefined where the portal does not see the claim there. */
  object?: ClaimObject;
}

export class SupportTraces {
  readonly #options: SupportTracesOptions;
  readonly #known: KnownClaims;

  constructor(options: SupportTracesOptions) {
    this.#options = options;
    this.#known = new KnownClaims(options);
  }

  /**
   * The claims that the names belong to, and the trace if it is a single one.
   *
   * @throws user-facing errors of the control plane, but for missing rights
   */
  async find(person: Person, query: TraceQuery): Promise<Result> {
    const { matches, isByPrefix } = await this.#match(person, query);
    const [only, ...others] = matches;
    return {
      matches: matches.slice(0, MAX_MATCHES).map(claim => this.#view(claim)),
      ...(matches.length > MAX_MATCHES && { isMore: true }),
      ...(isByPrefix && matches.length > 0 && { isByPrefix }),
      ...(only &&
        others.length === 0 && { trace: await this.#trace(person, only) }),
    };
  }

  async #match(
    person: Person,
    query: TraceQuery,
  ): Promise<{ matches: KnownClaim[]; isByPrefix?: true }> {
    const context = composedContext(person);
    const claims = await mapKubeErrors(context, () => this.#known.list());
    const matches = matchClaims(claims, query, this.#known.pluralOf());
    if (matches.length > 0 || query.cluster) return { matches };
    const { controlPlane } = this.#options;
    const objects = await mapKubeErrors(context, () =>
      readNamedObjects(
        controlPlane.client.as(person.kubernetes),
        controlPlane.caches.crds.list(),
        query,
      ),
    );
    const owners = new Set(
      objects.flatMap(object => matchOwners(claims, object)),
    );
    return owners.size > 0
      ? { matches: [...owners] }
      : { matches: matchPrefix(claims, query.name), isByPrefix: true };
  }

  #view({
    api,
    cluster,
    clusterNamespace,
    name,
    namespace,
  }: KnownClaim): Schemas['SupportTraceClaim'] {
    const id = cluster ?? clusterNamespace;
    return {
      cluster: id,
      clusterTitle: this.#options.appClusters.find(id)?.record.title ?? id,
      namespace,
      resource: resourceName(api),
      kind: api.kind,
      name,
    };
  }

  async #trace(
    person: Person,
    claim: KnownClaim,
  ): Promise<Schemas['SupportTrace'] | undefined> {
    const observed = this.#observe(claim);
    if (!observed) return undefined;
    const { object, ...facts } = observed;
    const { controlPlane } = this.#options;
    const composed = await readComposed(controlPlane, person, {
      api: claim.api,
      facts: facts.claim,
    });
    const steps = supportSteps({ ...facts, composed });
    const objects = objectsOf(object, composed);
    const { providerCopy } = facts.claim;
    // Both may differ while a change is not synchronized yet.
    const hideValues = hideSpecValues(
      [
        facts.claim.object.spec,
        typeof providerCopy === 'object' ? providerCopy.spec : undefined,
      ],
      [...objects, claim].flatMap(one => [one.name, one.namespace ?? '']),
    );
    // A message of a provider may hold what no spec has, such as credentials in an address.
    const hide = (text: string) => redactText(hideValues(text));
    const stopped = stoppedAt(steps);
    const createdAt = object?.metadata.creationTimestamp;
    return {
      claim: this.#view(claim),
      ...(createdAt && { createdAt }),
      ...(stopped && { stoppedAt: stopped }),
      steps: steps.map(step => withHidden(step, hide)),
      objects: objects.map(one => ({
        ...one,
        conditions: one.conditions.map(item => withHidden(item, hide)),
      })),
    };
  }

  /** Undefined when the claim has just been deleted. */
  #observe(claim: KnownClaim): ObservedClaim | undefined {
    const { appClusters, inventory } = this.#options;
    const { copy, clusterNamespace } = claim;
    const registered = appClusters.find(claim.cluster ?? '');
    const cluster = registered?.cluster;
    const bound = cluster?.claims.get(resourceName(claim.api));
    const object = bound?.cache.get(`${claim.namespace}/${claim.name}`);
    if (cluster && bound && object) {
      const info = inventory.serviceOn(bound.api);
      return {
        object,
        claim: withCopy(inventory.facts({ cluster, info, object }), copy),
      };
    }
    if (!copy) return undefined;
    return {
      ...whyNotSeen(registered),
      claim: this.#factsOfCopy(copy, clusterNamespace, registered),
    };
  }

  /** Facts of a claim that the portal sees on the control plane only. */
  #factsOfCopy(
    copy: ClaimObject,
    clusterNamespace: string,
    registered: RegisteredAppCluster | undefined,
  ): ClaimFacts {
    const { caches, reachability } = this.#options.controlPlane;
    const now = new Date();
    const binding = caches.clusterBindings.get(
      clusterBindingKey(clusterNamespace),
    );
    const clusterProblem =
      registered?.connection === 'kubeconfig'
        ? (registered.problem ?? registered.cluster?.reachability.problem)
        : undefined;
    return {
      object: copy,
      providerCopy: copy,
      konnectorProblem: konnectorProblem(binding, now),
      now,
      ...(clusterProblem && { clusterProblem }),
      ...(!reachability.reachable && {
        controlPlaneProblem: reachability.problem,
      }),
    };
  }
}

/** Facts with the provider copy as it was listed, where the portal does not watch copies. */
function withCopy(
  facts: ClaimFacts,
  copy: ClaimObject | undefined,
): ClaimFacts {
  return facts.providerCopy === 'unknown' && copy
    ? { ...facts, providerCopy: copy }
    : facts;
}

/** Why the portal sees a claim on the control plane only; nothing for an app cluster that is unreachable. */
function whyNotSeen(
  registered: RegisteredAppCluster | undefined,
): Pick<SupportFacts, 'notSeen'> {
  const notConnected = (explanation: Explanation) => ({
    notSeen: { finding: 'AppClusterNotConnected' as const, explanation },
  });
  if (!registered) return notConnected(explain('AppClusterNotRegistered'));
  const { cluster, connection, problem, record } = registered;
  if (connection === 'konnector' && problem) return notConnected(problem);
  if (!cluster?.reachability.reachable) return {};
  const title = { cluster: record.title };
  return cluster.complete
    ? {
        notSeen: {
          finding: 'ClaimMissing',
          explanation: explain('ClaimMissing', title),
        },
      }
    : notConnected(explain('ClusterConnecting', title));
}

/** The claim, the provider copy and what is composed for it. */
function objectsOf(
  object: ClaimObject | undefined,
  composed: SupportFacts['composed'],
): Schemas['TraceObject'][] {
  const ofControlPlane = (trace: ClaimTrace) =>
    flattenTrace(trace, causeOf(trace), 1);
  return [
    ...(object ? [traceObject(object as Unstructured, 'appCluster', 0)] : []),
    ...(composed && 'trace' in composed ? ofControlPlane(composed.trace) : []),
  ];
}

/** Hides the values of the claim's spec in the texts of a step or problem. */
function withHidden<T extends Partial<Explanation>>(
  item: T,
  hide: (text: string) => string,
): T {
  const { message, params } = item;
  return {
    ...item,
    ...(message && { message: hide(message) }),
    ...(params && {
      params: Object.fromEntries(
        Object.entries(params).map(([key, value]) => [key, hide(value)]),
      ),
    }),
  };
}
