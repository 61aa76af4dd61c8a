/** Who may bind an API: what its export template says about people and groups; pure. */
import type { APIServiceExportTemplate } from '@klutch/bind-api';
import { policyAnnotations } from '../backendNames';
import type { AuthenticatedUser } from '../oidc/IdentityProvider';

/** Without both lists, everybody who signed in may bind. An empty list allows nobody. */
export interface Policy {
  /** Groups, as the identity provider's claim names them; `<issuer>#<group>` where several providers are configured. */
  groups?: readonly string[];
  /** `<subject>`, or `<issuer>#<subject>` where several providers are configured. */
  users?: readonly string[];
}

/** Who wants to bind, as policies know them: somebody who signed in, or a person of the portal. */
export type Binder = Pick<AuthenticatedUser, 'groups' | 'issuer' | 'subject'>;

const listOf = (text: string) =>
  text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '');

/** How templates are read, by the configuration: see `audienceOf`. */
export interface Audience {
  /** The policy of templates that name nobody. */
  byDefault: Policy;
  /** Names that say nothing of an issuer count at none. */
  needsIssuer: boolean;
}

/** What a template itself says. An annotation without a usable entry is an empty list: a slip must not open an API to all. */
export const declaredPolicy = ({
  metadata,
}: Pick<APIServiceExportTemplate, 'metadata'>): Policy => {
  const groups = metadata.annotations?.[policyAnnotations.groups];
  const users = metadata.annotations?.[policyAnnotations.users];
  return {
    ...(groups !== undefined && { groups: listOf(groups) }),
    ...(users !== undefined && { users: listOf(users) }),
  };
};

/** Whether it lets some people bind, and not everybody. */
export const isRestricted = ({ groups, users }: Policy): boolean =>
  groups !== undefined || users !== undefined;

/** In place of an issuer for the people and app clusters of the portal; those of identity providers are URLs. */
export const portalIssuer = 'klutch-portal';

/** What follows is the name there. */
const qualifiedName = new RegExp(
  `^([a-z][a-z0-9+.-]*://[^#]*|${portalIssuer})#`,
  'i',
);

/** Entries that say nothing of an issuer: they hold for the name wherever people sign in. */
export const unqualifiedNames = ({
  groups = [],
  users = [],
}: Policy): string[] =>
  [...groups, ...users].filter(name => !qualifiedName.test(name));

/** Who may bind the API of a template. */
export const policyOf = (
  template: Pick<APIServiceExportTemplate, 'metadata'>,
  { byDefault, needsIssuer }: Audience,
): Policy => {
  const declared = declaredPolicy(template);
  if (!isRestricted(declared)) return byDefault;
  if (!needsIssuer) return declared;
  const { groups, users } = declared;
  return {
    ...(groups && { groups: groups.filter(name => qualifiedName.test(name)) }),
    ...(users && { users: users.filter(name => qualifiedName.test(name)) }),
  };
};

/** Who chooses names at one provider must not choose one that reads as a name at another. */
const isListed = (
  list: readonly string[] | undefined,
  issuer: string,
  name: string,
): boolean =>
  list !== undefined &&
  (list.includes(`${issuer}#${name}`) ||
    (!qualifiedName.test(name) && list.includes(name)));

/** Whether somebody may bind; one matching group or user is enough. */
export const mayBind = (
  policy: Policy,
  { issuer, subject, groups: own }: Binder,
): boolean => {
  if (!isRestricted(policy)) return true;
  const { groups, users } = policy;
  return (
    own.some(group => isListed(groups, issuer, group)) ||
    isListed(users, issuer, subject)
  );
};
