/** Resolves the names in a request to an app cluster and an API bound there. */
import { NotFoundError, ServiceUnavailableError } from '@backstage/errors';
import {
  klutchClaimCreatePermission,
  klutchClaimReadPermission,
  type ClaimRef,
  type Schemas,
  explain,
} from '@klutch/backstage-plugin-klutch-common';
import { explainedError } from '../errors/explainedError';
import type { ServiceInfo } from '../claimApis/serviceInfo';
import type { AppCluster } from '../clusters/AppCluster';
import type { AppClusters } from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import type { ErrorContext } from '../errors/kubeErrors';
import {
  requirePerson,
  type Caller,
  type Callers,
  type Person,
} from '../identity/Caller';
import type { Inventory } from '../inventory/Inventory';
import type { Grant } from '../permissions/Grant';
import type {
  ClaimPermission,
  ResourcePermissions,
} from '../permissions/ResourcePermissions';
import { validateNames } from './validateNames';

/** Location of an existing or new claim. */
export interface ClaimTarget {
  cluster: AppCluster;
  /** For the version that the app cluster serves. */
  info: ServiceInfo;
  ref: ClaimRef;
}

/** A claim, and the person who acts on it. */
export interface LocatedTarget {
  person: Person;
  target: ClaimTarget;
  /** Covers the claim, or not; the claim has to be read to know. */
  grant: Grant<Schemas['Claim']>;
  /** To see claims; a claim that this grant does not cover does not exist for the person. */
  readGrant: Grant<Schemas['Claim']>;
}

export interface ClaimLocatorOptions {
  appClusters: AppClusters;
  callers: Callers;
  controlPlane: Pick<ControlPlane, 'reachability'>;
  inventory: Inventory;
  permissions: ResourcePermissions;
}

export class ClaimLocator {
  readonly #options: ClaimLocatorOptions;

  constructor(options: ClaimLocatorOptions) {
    this.#options = options;
  }

  /**
   * The person who acts, with the permission for it, and the location of the claim.
   *
   * @param action - completes "You may not …"
   * @param options.unreachable - locates a claim on an app cluster that is unreachable, too, as it was bound there
   * @throws NotAllowedError for services and without the permission, InvalidError for invalid names, NotFoundError for an
   * unknown app cluster or an API that is not bound there, ServiceUnavailableError while the app cluster is unreachable
   */
  async locateFor(
    caller: Caller,
    ref: ClaimRef,
    permission: ClaimPermission,
    action: string,
    options: { unreachable: boolean } = { unreachable: false },
  ): Promise<LocatedTarget> {
    const person = requirePerson(caller);
    const grants = await this.#options.permissions.grantsOnClaims(
      caller,
      permission,
      action,
    );
    return { person, target: this.#locate(ref, options), ...grants };
  }

  /**
   * As {@link ClaimLocator.locateFor}, for a claim to be created: the permission to create has no conditions, and nobody
   * creates a claim that they may not see.
   *
   * @throws ServiceUnavailableError or NotFoundError, see {@link ClaimLocator.requireDescribed}
   */
  async locateNew(
    caller: Caller,
    ref: ClaimRef,
  ): Promise<Omit<LocatedTarget, 'grant'>> {
    const person = requirePerson(caller);
    const { callers, permissions } = this.#options;
    await callers.requirePermission(
      caller,
      klutchClaimCreatePermission,
      'order services',
    );
    const readGrant = await permissions.grantOnClaims(
      caller,
      klutchClaimReadPermission,
      'order what you may not see',
    );
    const target = this.#locate(ref, { unreachable: false });
    this.requireDescribed(ref);
    return { person, target, readGrant };
  }

  /**
   * Requires that the type of an API is known, because service bindings, backups and restores are checked further.
   *
   * @throws ServiceUnavailableError while the portal cannot read the control plane, NotFoundError when the control plane
   * does not have the API
   */
  requireDescribed({ resource }: ClaimRef): void {
    const { controlPlane, inventory } = this.#options;
    if (inventory.service(resource)) return;
    const { reachability } = controlPlane;
    if (!reachability.reachable) {
      throw explainedError(ServiceUnavailableError, reachability.problem);
    }
    throw explainedError(
      NotFoundError,
      explain('ServiceNotOffered', { service: resource }),
    );
  }

  #locate(
    ref: ClaimRef,
    { unreachable }: { unreachable: boolean },
  ): ClaimTarget {
    const { appClusters, inventory } = this.#options;
    validateNames(ref);
    const cluster = appClusters.get(ref.cluster);
    if (!unreachable) requireReachable(cluster);
    const api = cluster.boundApi(ref.resource);
    if (!api) {
      requireReachable(cluster);
      const title = inventory.service(ref.resource)?.title ?? ref.resource;
      throw explainedError(
        NotFoundError,
        explain('ServiceNotBound', { service: title, cluster: cluster.title }),
      );
    }
    return { cluster, info: inventory.serviceOn(api), ref };
  }
}

/** @throws ServiceUnavailableError */
export function requireReachable({ reachability }: AppCluster): void {
  if (reachability.reachable) return;
  throw explainedError(ServiceUnavailableError, reachability.problem);
}

/** Error context for an action on a claim: `order`, `see`, `delete`. */
export function claimErrorContext(
  { cluster, info, ref }: ClaimTarget,
  person: Person,
  verb: string,
): ErrorContext {
  const object = `${info.title} "${ref.name}"`;
  return {
    action: `${verb} ${object} in namespace ${ref.namespace} on ${cluster.title}`,
    object,
    cluster: cluster.title,
    user: person.kubernetes.user,
  };
}

/** The error for a claim that the app cluster does not have. */
export const claimNotFound = ({ cluster, info, ref }: ClaimTarget): Error =>
  explainedError(
    NotFoundError,
    explain('ClaimNotFound', {
      object: `${info.title} "${ref.name}"`,
      namespace: ref.namespace,
      cluster: cluster.title,
    }),
  );
