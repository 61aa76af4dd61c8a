/** Lists and shows claims, as the user who asks. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  klutchClaimReadPermission,
  type ClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { core, isForbidden, keyOf } from '@klutch/kube';
import type { ActivityLog } from '../activity/ActivityLog';
import { secretNameOf, type ClaimObject } from '../claimApis/claimResource';
import type { AppClusters } from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import { mapKubeErrors } from '../errors/kubeErrors';
import type { AccessReviews } from '../identity/AccessReviews';
import type { Caller } from '../identity/Caller';
import type { ClaimIndex } from '../inventory/ClaimIndex';
import type { Inventory } from '../inventory/Inventory';
import type { ResourcePermissions } from '../permissions/ResourcePermissions';
import { eventsOf } from './claimDetail';
import {
  claimErrorContext,
  type ClaimLocator,
  type ClaimTarget,
  type LocatedTarget,
  requireReachable,
} from './ClaimLocator';
import { claimsWithoutInstance } from './claimsWithoutInstance';
import { claimPage, type ClaimPage, type ClaimQuery } from './claimPage';
import type { ClaimGuard } from './ClaimGuard';
import type { ClaimViews } from './ClaimViews';
import { traceClaim } from './claimTrace';
import { ManagedFields } from './ManagedFields';
import { SortedClaims } from './SortedClaims';
import { visibleActivity, type VisibleActivity } from './visibleActivity';
import { visibleClaims } from './visibleClaims';
import { withAccess } from './withAccess';
import { listWorkloads } from './workloads';

export interface ClaimReaderOptions {
  activity: ActivityLog;
  permissions: ResourcePermissions;
  reviews: AccessReviews;
  appClusters: AppClusters;
  controlPlane: ControlPlane;
  inventory: Inventory;
  index: ClaimIndex;
  locator: ClaimLocator;
  views: ClaimViews;
  guard: ClaimGuard;
}

/** A claim that the caller may see. */
interface ReadTarget extends LocatedTarget {
  object: ClaimObject;
}

/** The claim as it was last seen; undefined when the cluster responds but the cache does not follow it. */
function cachedClaim({ cluster, ref }: ClaimTarget): ClaimObject | undefined {
  const cache = cluster.claims.get(ref.resource)?.cache;
  const isBehind =
    cluster.reachability.reachable && cache?.health.state === 'waiting';
  return isBehind ? undefined : cache?.get(keyOf({ metadata: ref }));
}

/** Operations that read claims, except revealing credentials. */
export class ClaimReader {
  readonly #options: ClaimReaderOptions;
  readonly #managedFields = new ManagedFields();
  readonly #sorted = new SortedClaims();
  constructor(options: ClaimReaderOptions) {
    this.#options = options;
  }

  /**
   * A page of the live index: users get the claims that the policy's conditions cover, in namespaces that they may list;
   * services get all.
   */
  async list(
    caller: Caller,
    query: ClaimQuery,
  ): Promise<ClaimPage & { complete: boolean; forbidden?: boolean }> {
    const { index, permissions } = this.#options;
    const grant = await permissions.grantOnClaims(
      caller,
      klutchClaimReadPermission,
      'see services',
    );
    const sorted = this.#sorted.of(index.rows(), query.sort);
    const complete = index.isComplete(query.cluster);
    // Sorting, filtering and counting each go through all rows; together they would delay others.
    await nextTurn();
    const rows = this.#matching(grant.filter(sorted), query);
    const { person } = caller;
    if (!person) return { ...claimPage(rows, query), complete };
    const visible = await visibleClaims(rows, person, this.#options);
    await nextTurn();
    const page = claimPage(visible.rows, query);
    return {
      ...page,
      ...(query.may && {
        items: await withAccess(page.items, person, this.#options),
      }),
      complete: complete && visible.complete,
      ...(rows.length > 0 && {
        forbidden: visible.complete && visible.rows.length === 0,
      }),
    };
  }

  #matching(
    rows: readonly Schemas['Claim'][],
    query: ClaimQuery,
  ): readonly Schemas['Claim'][] {
    if (!query.withoutInstance) return rows;
    const { appClusters, index } = this.#options;
    return claimsWithoutInstance(rows, index.rows(), (id, resource) => {
      const cluster = appClusters.find(id)?.cluster;
      return cluster !== undefined && index.isCurrent(cluster, [resource]);
    });
  }

  /** One claim with its progress, conditions and manifest; while its app cluster is unreachable, as it was last seen. */
  async get(caller: Caller, ref: ClaimRef): Promise<Schemas['ClaimDetail']> {
    const readable = await this.#readable(caller, ref, { unreachable: true });
    const { object, target } = readable;
    return {
      ...this.#options.views.detail(target, object),
      may: await this.#options.views.accessOf(readable),
    };
  }

  /** Events about a claim, newest first; without the right to list events they are hidden. */
  async events(
    caller: Caller,
    ref: ClaimRef,
  ): Promise<{ items: Schemas['Event'][]; hidden: boolean }> {
    const { object, person, target } = await this.#readable(caller, ref);
    const client = target.cluster.client.as(person.kubernetes);
    return mapKubeErrors(claimErrorContext(target, person, 'see'), async () => {
      try {
        const { items } = await client.list(core.events, {
          namespace: ref.namespace,
          fieldSelector: `involvedObject.uid=${object.metadata.uid}`,
        });
        return { items: eventsOf(items), hidden: false };
      } catch (error) {
        // Reading the claim does not imply the right to list events.
        if (isForbidden(error)) return { items: [], hidden: true };
        throw error;
      }
    });
  }

  /** The activity of an instance, without that of related claims that the person may not see. */
  async activity(caller: Caller, ref: ClaimRef): Promise<VisibleActivity> {
    const readable = await this.#readable(caller, ref);
    const { object, target } = readable;
    const fields = await this.#managedFields.of(object, () =>
      this.#options.guard.readLive(readable),
    );
    const instance = this.#options.views.row(target, object);
    return visibleActivity({ instance, fields }, readable, this.#options);
  }

  /** As cached if the person may read the claim, otherwise live, so that the cluster decides and gives the reason. */
  async #read(located: LocatedTarget): Promise<ClaimObject> {
    const { person, target } = located;
    const { cluster, ref } = target;
    const cached = cachedClaim(target);
    const readable = cached
      ? await this.#options.reviews.allowed({ cluster, person }, 'get', [ref])
      : [];
    if (!cached || readable.length === 0) {
      requireReachable(cluster);
      return this.#options.guard.readLive(located);
    }
    this.#options.guard.requireVisible(located, cached);
    return cached;
  }

  /** The objects of a claim on both clusters. */
  async trace(caller: Caller, ref: ClaimRef): Promise<Schemas['Trace']> {
    const { object, person, target } = await this.#readableLive(caller, ref);
    return traceClaim({ ...target, object }, person, this.#options);
  }

  /** Workloads that use the credentials of a service binding, as far as the person may list workloads. */
  async workloads(
    caller: Caller,
    ref: ClaimRef,
  ): Promise<Schemas['WorkloadList']> {
    const { object, person, target } = await this.#readable(caller, ref);
    return mapKubeErrors(claimErrorContext(target, person, 'see'), () =>
      listWorkloads(
        target.cluster.client.as(person.kubernetes),
        ref.namespace,
        secretNameOf(object),
      ),
    );
  }

  async #readable(
    caller: Caller,
    ref: ClaimRef,
    options?: { unreachable: boolean },
  ): Promise<ReadTarget> {
    const located = await this.#locate(caller, ref, options);
    return { ...located, object: await this.#read(located) };
  }

  async #readableLive(caller: Caller, ref: ClaimRef): Promise<ReadTarget> {
    const located = await this.#locate(caller, ref);
    return { ...located, object: await this.#options.guard.readLive(located) };
  }

  #locate(
    caller: Caller,
    ref: ClaimRef,
    options?: { unreachable: boolean },
  ): Promise<LocatedTarget> {
    return this.#options.locator.locateFor(
      caller,
      ref,
      klutchClaimReadPermission,
      'see services',
      options,
    );
  }
}
