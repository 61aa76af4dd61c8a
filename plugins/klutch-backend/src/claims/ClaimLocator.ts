/** Resolves the names in a request to an app cluster and an API bound there. */
import { NotFoundError, ServiceUnavailableError } from '@backstage/errors';
import type { BasicPermission } from '@backstage/plugin-permission-common';
import { type ClaimRef, explain } from '@klutch/backstage-plugin-klutch-common';
import { explainedError } from '../errors/explainedError';
import type { ServiceInfo } from '../claimApis/serviceInfo';
import type { AppCluster } from '../clusters/AppCluster';
import type { AppClusters } from '../clusters/AppClusters';
import type { ErrorContext } from '../errors/kubeErrors';
import {
  requirePerson,
  type Caller,
  type Callers,
  type Person,
} from '../identity/Caller';
import type { Inventory } from '../inventory/Inventory';
import { validateNames } from './validateNames';

/** Location of an existing or new claim. */
export interface ClaimTarget {
  cluster: AppCluster;
  /** For the version that the app cluster serves. */
  info: ServiceInfo;
  ref: ClaimRef;
}

export class ClaimLocator {
  constructor(
    private readonly callers: Callers,
    private readonly appClusters: AppClusters,
    private readonly inventory: Inventory,
  ) {}

  /**
   * The person who acts, with the permission for it, and the location of the claim.
   *
   * @param action - completes "You may not …"
   * @throws NotAllowedError for services and without the permission, InvalidError for invalid names, NotFoundError for an
   * unknown app cluster or an API that is not bound there, ServiceUnavailableError while the app cluster is unreachable
   */
  async locateFor(
    caller: Caller,
    ref: ClaimRef,
    permission: BasicPermission,
    action: string,
  ): Promise<{ person: Person; target: ClaimTarget }> {
    const person = requirePerson(caller);
    await this.callers.requirePermission(caller, permission, action);
    return { person, target: this.locate(ref) };
  }

  private locate(ref: ClaimRef): ClaimTarget {
    validateNames(ref);
    const cluster = this.appClusters.get(ref.cluster);
    const { reachability } = cluster;
    if (!reachability.reachable) {
      throw explainedError(ServiceUnavailableError, reachability.problem);
    }
    const api = cluster.boundApi(ref.resource);
    if (!api) {
      const title = this.inventory.service(ref.resource)?.title ?? ref.resource;
      throw explainedError(
        NotFoundError,
        explain('ServiceNotBound', { service: title, cluster: cluster.title }),
      );
    }
    return { cluster, info: this.inventory.serviceOn(api), ref };
  }
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
