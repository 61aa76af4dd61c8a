/** What a person may do with a claim and its related claims, by the RBAC of the app cluster. Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { restoreRight } from '@klutch/bind-api';
import { core, resourceName } from '@klutch/kube';
import { isAllowedBy, type AccessRules } from '../identity/accessRules';
import { isOfInstance } from '../inventory/claimsOfInstance';
import type { ClaimTarget, LocatedTarget } from './ClaimLocator';

type ClaimType = Schemas['ClaimType'];

const claimTypes: readonly ClaimType[] = [
  'instance',
  'binding',
  'backup',
  'restore',
];

const secrets = resourceName(core.secrets);

/** A claim, and the APIs of its service. */
export type AccessedClaim = Pick<ClaimTarget, 'ref'> & {
  info: Pick<ClaimTarget['info'], 'type' | 'relatedApis'>;
};

/** A right in the namespace of a claim. */
export interface Right {
  verb: string;
  /** `<plural>.<group>` */
  resource: string;
  /** Absent: for all objects. */
  name?: string;
}

/**
 * The access that the rules give. The API server authorizes each action itself, so an action counts as allowed where its rule is not known.
 *
 * @param rules - of the claim's namespace; undefined if unknown
 * @param hasRight - whether the person has a right that incomplete rules do not list; undefined if unknown
 */
export function claimAccess(
  rules: AccessRules | undefined,
  { info, ref }: AccessedClaim,
  hasRight: (right: Right) => boolean | undefined = () => undefined,
): Schemas['ClaimAccess'] {
  const may = (
    verb: string,
    resource: string,
    covers?: (names: readonly string[]) => boolean,
  ) =>
    !rules ||
    isAllowedBy(rules, verb, resource, covers) ||
    (rules.incomplete &&
      hasRight({
        verb,
        resource,
        ...(covers === isNamed && { name: ref.name }),
      }) !== false);
  function isNamed(names: readonly string[]): boolean {
    return names.includes(ref.name);
  }
  const isAnyNamed = () => true;
  const coversOf = (type: ClaimType) =>
    type === info.type ? isNamed : isAnyNamed;
  const mayRestore = may(restoreRight.verb, secrets);
  const apis: Partial<Record<ClaimType, string>> = {
    ...info.relatedApis,
    [info.type]: ref.resource,
  };
  const typesWith = (isAllowed: (api: string, type: ClaimType) => boolean) =>
    claimTypes.filter(type => {
      const api = apis[type];
      return api !== undefined && isAllowed(api, type);
    });
  return {
    change: typesWith((api, type) => may('patch', api, coversOf(type))),
    create: typesWith(
      (api, type) => may('create', api) && (type !== 'restore' || mayRestore),
    ),
    delete: typesWith((api, type) => may('delete', api, coversOf(type))),
    reveal: may('get', secrets, isAnyNamed),
    hidden: typesWith(api => !may('list', api)),
  };
}

/** The rights that decide about the access to a claim. */
export function rightsFor(claim: AccessedClaim): Right[] {
  const rights: Right[] = [];
  claimAccess({ incomplete: true, resourceRules: [] }, claim, right => {
    rights.push(right);
    return undefined;
  });
  return rights;
}

/** The access, with the types of claims of an instance that the policy's conditions hide from the person. */
export function withHiddenTypes(
  access: Schemas['ClaimAccess'],
  rows: readonly Schemas['Claim'][],
  { readGrant, target: { ref } }: Pick<LocatedTarget, 'readGrant' | 'target'>,
): Schemas['ClaimAccess'] {
  if (!readGrant.isConditional) return access;
  const hidden = rows.filter(
    row => isOfInstance(row, ref) && !readGrant.covers(() => row),
  );
  const types = hidden.map(({ type }) => type);
  return {
    ...access,
    hidden: [...new Set([...(access.hidden ?? []), ...types])],
  };
}
