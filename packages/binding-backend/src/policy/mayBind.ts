/** Who may bind an API: the users, groups and issuers in its export template; pure. */
import type { APIServiceExportTemplate } from '@klutch/bind-api';
import { policyAnnotations } from '../backendNames';
import type { AuthenticatedUser } from '../oidc/IdentityProvider';

/** Without any list, every signed-in user may bind. An empty list matches no user. */
export interface Policy {
  /** Groups, as named by the identity provider's claim; `<issuer>#<group>` where several providers are configured. */
  groups?: readonly string[];
  /** `<subject>`, or `<issuer>#<subject>` where several providers are configured. */
  users?: readonly string[];
  /** Issuers, all of whose users match. */
  issuers?: readonly string[];
}

/** The user of a request, as matched by policies: signed in at an identity provider, or a user of the portal. */
export type Principal = Pick<
  AuthenticatedUser,
  'groups' | 'issuer' | 'subject'
>;

/** Entries of an annotation, separated by commas. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '');

/** How templates are evaluated according to the configuration: see `audienceOf`. */
export interface Audience {
  /** The policy of templates without users, groups and issuers. */
  byDefault: Policy;
  /** Whether names without an issuer match no user. */
  needsIssuer: boolean;
}

/**
 * The policy declared in a template. An annotation without a valid entry is an empty list: a typo must not open an API
 * to all users.
 */
export const declaredPolicy = ({
  metadata,
}: Pick<APIServiceExportTemplate, 'metadata'>): Policy => {
  const groups = metadata.annotations?.[policyAnnotations.groups];
  const users = metadata.annotations?.[policyAnnotations.users];
  const issuers = metadata.annotations?.[policyAnnotations.issuers];
  return {
    ...(groups !== undefined && { groups: listOf(groups) }),
    ...(users !== undefined && { users: listOf(users) }),
    ...(issuers !== undefined && { issuers: listOf(issuers) }),
  };
};

/** Whether a policy permits only some users. */
export const isRestricted = ({ groups, issuers, users }: Policy): boolean =>
  (groups ?? users ?? issuers) !== undefined;

/** Issuer of the users and app clusters of the portal; issuers of identity providers are URLs. */
export const portalIssuer = 'klutch-portal';

/** The remainder is the name at the issuer. */
const qualifiedName = new RegExp(
  `^([a-z][a-z0-9+.-]*://[^#]*|${portalIssuer})#`,
  'i',
);

/** Entries without an issuer: these match the name at every issuer. */
export const unqualifiedNames = ({
  groups = [],
  users = [],
}: Policy): string[] =>
  [...groups, ...users].filter(name => !qualifiedName.test(name));

/** Who may bind an API whose template declares a policy, or none. */
export const effectivePolicy = (
  declared: Policy,
  { byDefault, needsIssuer }: Audience,
): Policy => {
  if (!isRestricted(declared)) return byDefault;
  if (!needsIssuer) return declared;
  const { groups, users } = declared;
  return {
    ...declared,
    ...(groups && { groups: groups.filter(name => qualifiedName.test(name)) }),
    ...(users && { users: users.filter(name => qualifiedName.test(name)) }),
  };
};

/** Who may bind the API of a template. */
export const policyOf = (
  template: Pick<APIServiceExportTemplate, 'metadata'>,
  audience: Audience,
): Policy => effectivePolicy(declaredPolicy(template), audience);

/** A user who can choose names at one provider must not choose one that is parsed as a name at another. */
const isListed = (
  list: readonly string[] | undefined,
  issuer: string,
  name: string,
): boolean =>
  list !== undefined &&
  (list.includes(`${issuer}#${name}`) ||
    (!qualifiedName.test(name) && list.includes(name)));

/** Whether a user may bind; one matching group, user or issuer is enough. */
export const mayBind = (
  policy: Policy,
  { issuer, subject, groups: own }: Principal,
): boolean => {
  if (!isRestricted(policy)) return true;
  const { groups, issuers = [], users } = policy;
  return (
    issuers.includes(issuer) ||
    own.some(group => isListed(groups, issuer, group)) ||
    isListed(users, issuer, subject)
  );
};
