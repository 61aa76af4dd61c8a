/** Identities of the portal's app clusters and users in the binding backend. Pure functions. */
import {
  portalIssuer,
  type Principal,
  type TenantIdentity,
} from '@klutch/binding-backend';
import type { Person } from '../identity/Caller';

/** The tenant of a portal app cluster. The tenant is independent of the operator who registers the app cluster. */
export const tenantOf = (id: string): TenantIdentity => ({
  issuer: portalIssuer,
  subject: 'app-cluster',
  clusterId: id,
});

/**
 * The names by which the policy of an export template may match a user: `user:default/alice`, and
 * `group:default/data` for each group, prefixed with `klutch-portal#` when identity providers are configured, too.
 * Full entity refs cannot collide with names of an identity provider.
 */
export const principalOf = ({ userRef, groups }: Person): Principal => ({
  issuer: portalIssuer,
  subject: userRef,
  groups,
});
