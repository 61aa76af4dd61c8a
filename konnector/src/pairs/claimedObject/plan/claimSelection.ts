/** The objects that a permission claim selects, and the combined rules of several claims on one object. Pure. */
import type { ClaimOwner, KeyPattern, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject, ObjectKey } from '@klutch/kube';
import type { Claimant } from '../../../ownership/ownership';
import { parsePath, type JsonPath } from './jsonPaths';
import { consumerRole, providerRole } from './owner';

const allows = (list: readonly string[] | undefined, value: string) =>
  !list || list.includes('*') || list.includes(value);

/**
 * True when the claim's names and namespaces include the key.
 * @param key - of the app cluster, to which selectors refer. Cluster-scoped objects have no namespace, so a claim
 *   that names namespaces does not select any.
 */
export function matchesKey(
  { selector = {} }: PermissionClaim,
  { namespace, name }: ObjectKey,
): boolean {
  const { names, namespaces } = selector;
  if (!allows(names, name)) return false;
  return namespace === undefined
    ? !namespaces?.length || namespaces.includes('*')
    : allows(namespaces, namespace);
}

/** True when an object with these labels matches one of the claim's label maps, or there is none. */
export function matchesLabels(
  { selector = {} }: PermissionClaim,
  labels: Record<string, string> = {},
): boolean {
  const { labelSelectors = [] } = selector;
  return (
    labelSelectors.length === 0 ||
    labelSelectors.some(selected =>
      Object.entries(selected).every(([key, value]) => labels[key] === value),
    )
  );
}

/** Labels of an object by which claims select the object. */
export const selectingLabels = (
  { metadata }: KubeObject,
  claims: readonly PermissionClaim[],
): Record<string, string> =>
  Object.fromEntries(
    claims
      .flatMap(({ selector }) => selector?.labelSelectors ?? [])
      .map(Object.entries<string>)
      .filter(selected =>
        selected.every(([key, value]) => metadata.labels?.[key] === value),
      )
      .flat(),
  );

/** All field selectors of the claim as one selector for the API server; empty when there are none. */
export const fieldSelectorOf = ({ selector }: PermissionClaim): string =>
  (selector?.fieldSelectors ?? []).filter(text => text.trim()).join(',');

/** Whether the claim may treat an unmarked object that exists on this side only as owned by this side. */
export const selectsOwner = (
  { selector }: PermissionClaim,
  owner: ClaimOwner,
): boolean => selector?.owner === undefined || selector.owner === owner;

/** Whether the claim covers objects of this owner: by its selector, or because of an ownership transfer. */
export const syncsOwner = (
  claim: PermissionClaim,
  owner: ClaimOwner,
): boolean =>
  selectsOwner(claim, owner) ||
  (owner === 'Provider' ? claim.autoAdopt === true : claim.autoDonate === true);

/** Whether the claim can come to cover objects on this side: by its selector, or because of an ownership transfer. */
export const mayAffectSide = (
  claim: PermissionClaim,
  side: ClaimOwner,
): boolean =>
  selectsOwner(claim, side) ||
  claim.autoAdopt === true ||
  claim.autoDonate === true;

/** Whether a claim's labels and fields select an object of a side. */
export type Selects = (
  claim: PermissionClaim,
  side: ClaimOwner,
  object: KubeObject,
) => boolean;

/**
 * Whether a claim covers a pair, from metadata alone, so that bodies are read only when needed. Does not check names
 * and namespaces.
 */
export function claimApplies(
  claim: PermissionClaim,
  pair: Partial<Record<ClaimOwner, KubeObject>>,
  selects: Selects,
  claimant: Claimant,
): boolean {
  const { Provider: provider, Consumer: consumer } = pair;
  if (!consumer && providerRole(provider, claimant) === 'foreign') return false;
  const isOriginal = (side: ClaimOwner, object: KubeObject | undefined) =>
    object !== undefined &&
    mayAffectSide(claim, side) &&
    selects(claim, side, object);
  return (
    isOriginal('Provider', provider) ||
    isOriginal('Consumer', consumer) ||
    (providerRole(provider, claimant) === 'copy' &&
      syncsOwner(claim, 'Consumer')) ||
    (consumerRole(consumer, claimant.pins) === 'copy' &&
      syncsOwner(claim, 'Provider'))
  );
}

/** How objects of one owner are synced. */
export interface ClaimRules {
  /** Content fields that are owned by the copy's side. */
  copyOwnedPaths: JsonPath[];
  /** Whether content owned by the copy's side is also written to the original. */
  syncPathsToOriginal: boolean;
  /** Metadata propagated from the original to the copy. */
  toCopy: { labels: KeyPattern[]; annotations: KeyPattern[] };
  /** Metadata propagated from the copy to the original; takes precedence. */
  toOriginal: { labels: KeyPattern[]; annotations: KeyPattern[] };
  /** Deletes and creates the copy instead of changing its content. */
  alwaysRecreate: boolean;
}

/** Combines claims: the union of what each of them allows. */
export function rulesFor(
  owner: ClaimOwner,
  claims: readonly PermissionClaim[],
): ClaimRules {
  const all = <T>(of: (claim: PermissionClaim) => T[] | undefined): T[] =>
    claims.flatMap(claim => of(claim) ?? []);
  const paths = (texts: string[]) =>
    texts.map(parsePath).filter(path => path !== undefined);
  const alwaysRecreate = claims.some(({ update }) => update?.alwaysRecreate);
  return owner === 'Provider'
    ? {
        copyOwnedPaths: paths(all(({ update }) => update?.preserving)),
        syncPathsToOriginal: false,
        toCopy: {
          labels: all(({ update }) => update?.labels),
          annotations: all(({ update }) => update?.annotations),
        },
        toOriginal: {
          labels: all(({ read }) => read?.labelsOnProviderOwnedObjects),
          annotations: all(({ read }) => read?.overrideAnnotations),
        },
        alwaysRecreate,
      }
    : {
        copyOwnedPaths: paths(all(({ update }) => update?.fields)),
        syncPathsToOriginal: true,
        toCopy: {
          labels: all(({ read }) => read?.labels),
          annotations: all(({ read }) => read?.annotations),
        },
        toOriginal: {
          labels: all(({ update }) => update?.labelsOnConsumerOwnedObjects),
          annotations: all(
            ({ update }) => update?.annotationsOnConsumerOwnedObjects,
          ),
        },
        alwaysRecreate,
      };
}

/** Message for the user: why a claim cannot be served; undefined when it can. */
export function claimProblem(claim: PermissionClaim): string | undefined {
  const paths = [
    ...(claim.update?.fields ?? []),
    ...(claim.update?.preserving ?? []),
  ];
  const wrong = paths.find(text => parsePath(text) === undefined);
  return wrong === undefined
    ? undefined
    : `The claim on ${claim.resource} is not served: ${JSON.stringify(wrong)} is not a supported path. Use field names such as spec.size or data['tls.crt'], outside of metadata and status.`;
}
