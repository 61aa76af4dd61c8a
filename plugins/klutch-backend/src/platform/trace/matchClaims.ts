/** Finds the claims that somebody means, by what the portal knows of both clusters. Pure functions. */
import type { ApiDescriptor, ClaimObject } from '../../claimApis/claimResource';
import type { TraceQuery } from './parseTraceText';

/** The names of an API that people write. */
export type ApiNames = Pick<ApiDescriptor, 'group' | 'kind'> &
  Partial<Pick<ApiDescriptor, 'plural'>>;

/** A claim of any tenant. */
export interface KnownClaim {
  /** Cluster namespace of the app cluster on the control plane. */
  clusterNamespace: string;
  /** Id of the app cluster; undefined if the portal does not know the app cluster. */
  cluster?: string;
  api: ApiDescriptor;
  /** On the app cluster. */
  namespace: string;
  name: string;
  /** The provider copy, once there is one. */
  copy?: ClaimObject;
}

/** A reference to a composite, as Crossplane writes it to its claim. */
interface CompositeReference {
  apiVersion: string;
  kind: string;
  name: string;
}

const isCompositeReference = (value: unknown): value is CompositeReference =>
  typeof value === 'object' &&
  value !== null &&
  ['apiVersion', 'kind', 'name'].every(
    field => typeof (value as Record<string, unknown>)[field] === 'string',
  );

/** The composite that a provider copy names; undefined without one, as with composites that have no claims. */
export function compositeReference({
  copy,
}: KnownClaim): CompositeReference | undefined {
  const reference = copy?.spec?.resourceRef;
  return isCompositeReference(reference) ? reference : undefined;
}

/** Whether a text names the API: by kind or plural, with or without the group. */
export function isNamed(
  { group, kind, plural }: ApiNames,
  text: string | undefined,
): boolean {
  if (text === undefined) return true;
  return [kind.toLowerCase(), ...(plural ? [plural] : [])].some(
    name => text === name || text === `${name}.${group}`,
  );
}

/** Finds the plural of a kind; for composites, of which only the kind is known. */
export type PluralOf = (group: string, kind: string) => string | undefined;

function isOnCluster(
  { cluster, clusterNamespace }: KnownClaim,
  wanted: string | undefined,
): boolean {
  return wanted === undefined || [cluster, clusterNamespace].includes(wanted);
}

function isClaimItself(claim: KnownClaim, query: TraceQuery): boolean {
  const { api, copy, name, namespace } = claim;
  if (!isNamed(api, query.kind)) return false;
  if (query.namespace === undefined) {
    return query.name === name || query.name === copy?.metadata.name;
  }
  return (
    (query.name === name && query.namespace === namespace) ||
    (query.name === copy?.metadata.name &&
      query.namespace === copy.metadata.namespace)
  );
}

function isItsComposite(
  claim: KnownClaim,
  query: TraceQuery,
  pluralOf: PluralOf,
): boolean {
  const composite = compositeReference(claim);
  if (composite?.name !== query.name || query.namespace) return false;
  const { apiVersion, kind } = composite;
  const [group = ''] = apiVersion.split('/');
  return isNamed({ group, kind, plural: pluralOf(group, kind) }, query.kind);
}

/** The claims that the names belong to: of the claim, of its provider copy, or of its composite. */
export function matchClaims(
  claims: readonly KnownClaim[],
  query: TraceQuery,
  pluralOf: PluralOf,
): KnownClaim[] {
  return claims.filter(
    claim =>
      isOnCluster(claim, query.cluster) &&
      (isClaimItself(claim, query) || isItsComposite(claim, query, pluralOf)),
  );
}

const labels = {
  claimName: 'crossplane.io/claim-name',
  claimNamespace: 'crossplane.io/claim-namespace',
  composite: 'crossplane.io/composite',
};

/** The claims that an object on the control plane was composed for, by the labels that Crossplane gives it. */
export function matchOwners(
  claims: readonly KnownClaim[],
  { metadata }: Pick<ClaimObject, 'metadata'>,
): KnownClaim[] {
  const {
    [labels.claimName]: name,
    [labels.claimNamespace]: namespace,
    [labels.composite]: composite,
  } = metadata.labels ?? {};
  return claims.filter(claim => {
    const copy = claim.copy?.metadata;
    if (!copy) return false;
    if (name && namespace) {
      return copy.name === name && copy.namespace === namespace;
    }
    return (
      composite !== undefined &&
      (compositeReference(claim)?.name === composite ||
        (copy.name === composite && copy.namespace === metadata.namespace))
    );
  });
}

/**
 * The claims whose composite has the longest name that the given name begins with, as Crossplane names what it composes.
 */
export function matchPrefix(
  claims: readonly KnownClaim[],
  name: string,
): KnownClaim[] {
  const prefixes = claims.flatMap(claim => {
    const prefix = compositeReference(claim)?.name ?? claim.copy?.metadata.name;
    return prefix && name.startsWith(`${prefix}-`) ? [{ claim, prefix }] : [];
  });
  const longest = Math.max(...prefixes.map(({ prefix }) => prefix.length));
  return prefixes
    .filter(({ prefix }) => prefix.length === longest)
    .map(({ claim }) => claim);
}
