/** Which objects does a permission claim mean, and which rules do several claims on one object give together? Pure. */
import type { ClaimOwner, KeyPattern, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject, ObjectKey } from '@klutch/kube';
import { parsePath, type JsonPath } from './jsonPaths';

const allows = (list: readonly string[] | undefined, value: string) =>
  !list || list.includes('*') || list.includes(value);

/**
 * True when names and namespaces of the claim cover a place.
 * @param key - of the app cluster; selectors speak of the app cluster. Cluster-scoped objects are in no namespace: a
 *   claim that names some does not mean them.
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
    labelSelectors.some(wanted =>
      Object.entries(wanted).every(([key, value]) => labels[key] === value),
    )
  );
}

/** Those labels of an object by which claims select it. */
export const selectingLabels = (
  { metadata }: KubeObject,
  claims: readonly PermissionClaim[],
): Record<string, string> =>
  Object.fromEntries(
    claims
      .flatMap(({ selector }) => selector?.labelSelectors ?? [])
      .map(Object.entries<string>)
      .filter(wanted =>
        wanted.every(([key, value]) => metadata.labels?.[key] === value),
      )
      .flat(),
  );

/** What the server is asked for: all field selectors of the claim in one text; empty when there are none. */
export const fieldSelectorOf = ({ selector }: PermissionClaim): string =>
  (selector?.fieldSelectors ?? []).filter(text => text.trim()).join(',');

/** May an unmarked object that exists on this side only be taken for its owner's, by this claim? */
export const selectsOwner = (
  { selector }: PermissionClaim,
  owner: ClaimOwner,
): boolean => selector?.owner === undefined || selector.owner === owner;

/** Objects of this owner are the claim's: from the start, or since it let them change hands. */
export const syncsOwner = (
  claim: PermissionClaim,
  owner: ClaimOwner,
): boolean =>
  selectsOwner(claim, owner) ||
  (owner === 'Provider' ? claim.autoAdopt === true : claim.autoDonate === true);

/** Objects that exist on this side can become the claim's business: from the start, or since they change hands. */
export const mayAffectSide = (
  claim: PermissionClaim,
  side: ClaimOwner,
): boolean =>
  selectsOwner(claim, side) ||
  claim.autoAdopt === true ||
  claim.autoDonate === true;

/** How an object of one owner is kept in step. */
export interface ClaimRules {
  /** Content that the side which does not own the object has the say in. */
  copyOwnedPaths: JsonPath[];
  /** Whether that content is also carried to the owner's object. */
  syncPathsToOriginal: boolean;
  /** Metadata that goes from the owner's object to the copy. */
  toCopy: { labels: KeyPattern[]; annotations: KeyPattern[] };
  /** Metadata that goes from the copy to the owner's object, and wins. */
  toOriginal: { labels: KeyPattern[]; annotations: KeyPattern[] };
  /** Delete and create instead of changing content. */
  alwaysRecreate: boolean;
}

/** Together claims allow what one of them allows. */
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

/** Why a claim cannot be acted on, in words; undefined when it can. */
export function claimProblem(claim: PermissionClaim): string | undefined {
  const paths = [
    ...(claim.update?.fields ?? []),
    ...(claim.update?.preserving ?? []),
  ];
  const wrong = paths.find(text => parsePath(text) === undefined);
  return wrong === undefined
    ? undefined
    : `The claim on ${claim.resource} is not served: ${JSON.stringify(wrong)} is no path that can be kept apart. Use names of fields such as spec.size or data['tls.crt'], outside of metadata and status.`;
}
