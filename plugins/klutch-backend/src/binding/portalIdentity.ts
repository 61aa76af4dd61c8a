/** Who the portal's app clusters and people are to the binding backend; pure. */
import {
  portalIssuer,
  type Binder,
  type TenantIdentity,
} from '@klutch/binding-backend';
import type { Person } from '../identity/Caller';

/** The tenant that an app cluster of the portal is. Whoever registers it, it stays the same one. */
export const tenantOf = (id: string): TenantIdentity => ({
  issuer: portalIssuer,
  subject: 'app-cluster',
  clusterId: id,
});

/**
 * What the policy of an export template may name a person by: `user:default/alice`, and `group:default/data` for each
 * group, after `klutch-portal#` where people sign in elsewhere too. Entity refs in full, so that they are never a name of
 * an identity provider by chance.
 */
export const binderOf = ({ userRef, groups }: Person): Binder => ({
  issuer: portalIssuer,
  subject: userRef,
  groups,
});
