/** Extension point for who people are on clusters. */
import { createExtensionPoint } from '@backstage/backend-plugin-api';
import type { Impersonation } from '@klutch/kube';

/**
 * A signed-in person.
 *
 * @public
 */
export interface KlutchPerson {
  /** Entity ref of the user, for example `user:default/alice`. */
  userRef: string;
  /** Entity refs of the user and of their groups, as Backstage resolves them. */
  ownershipRefs: readonly string[];
}

/**
 * Decides who people are on clusters.
 *
 * @public
 */
export interface KlutchIdentityStrategy {
  /**
   * The Kubernetes user and groups that the portal impersonates for a person, on the control plane and on all app
   * clusters. Called for each request of a person, so an expensive answer should be cached. Names that begin with
   * `system:` are refused afterwards, and groups that the portal may not impersonate on a cluster are left out there.
   *
   * @throws Error when the person must not act on clusters; the request then fails with it
   */
  identityOf(person: KlutchPerson): Promise<Impersonation>;
}

/**
 * Replaces the strategy of the configuration (`klutch.identity.strategy`).
 *
 * @public
 */
export interface KlutchIdentityExtensionPoint {
  /**
   * Replaces the strategy of the configuration.
   *
   * @throws Error when a strategy was set before
   */
  setStrategy(strategy: KlutchIdentityStrategy): void;
}

/**
 * The extension point of the plugin `klutch` for identities on clusters.
 *
 * @public
 */
export const klutchIdentityExtensionPoint =
  createExtensionPoint<KlutchIdentityExtensionPoint>({ id: 'klutch.identity' });
