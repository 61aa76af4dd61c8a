/** Extension point for who people are on clusters. */
import type { IncomingHttpHeaders } from 'node:http';
import {
  createExtensionPoint,
  type BackstageCredentials,
  type BackstageUserPrincipal,
} from '@backstage/backend-plugin-api';
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
  /** The person's credentials in Backstage. */
  credentials: BackstageCredentials<BackstageUserPrincipal>;
  /**
   * Headers of the request, in lower case, for example with a token that a proxy in front of Backstage adds. Requests of
   * software templates and of other plugins have those of the backend; invocations of the actions registry have none.
   */
  headers: Readonly<IncomingHttpHeaders>;
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
   * With `token`, a token of the person's own, the portal sends this token instead: API servers must accept it, user
   * and groups must be those that they see, and no kubeconfig of the portal may sign in with a client certificate.
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
