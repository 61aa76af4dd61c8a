/** Lists and shows claims, as the user who asks. */
import {
  klutchClaimReadPermission,
  type ClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { core, isForbidden, keyOf } from '@klutch/kube';
import type { ActivityLog } from '../activity/ActivityLog';
import { activityOf } from '../activity/activityOf';
import {
  claimResource,
  secretNameOf,
  type ClaimObject,
} from '../claimApis/claimResource';
import { planChangesOf, versionChangesOf } from '../claimApis/planChoices';
import type { AppClusters } from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import { mapKubeErrors } from '../errors/kubeErrors';
import type { AccessReviews } from '../identity/AccessReviews';
import type { Caller, Person } from '../identity/Caller';
import type { ClaimIndex } from '../inventory/ClaimIndex';
import { claimsByInstance } from '../inventory/claimsOfInstance';
import { deriveClaimState } from '../inventory/claimState';
import { hopsOf } from '../inventory/hops';
import type { Inventory } from '../inventory/Inventory';
import { claimSources } from '../permissions/claimSources';
import type { Grant } from '../permissions/Grant';
import type { ResourcePermissions } from '../permissions/ResourcePermissions';
import { backupTimes } from '../schedules/planBackups';
import { claimAccess } from './claimAccess';
import { claimConditions, eventsOf } from './claimDetail';
import {
  claimErrorContext,
  claimNotFound,
  type ClaimLocator,
  type ClaimTarget,
  type LocatedTarget,
} from './ClaimLocator';
import { manifestOf } from './claimManifest';
import { claimsWithoutInstance } from './claimsWithoutInstance';
import { claimPage, type ClaimPage, type ClaimQuery } from './claimPage';
import { traceClaim } from './claimTrace';
import { usageOf } from './claimUsage';
import { managedBy } from './managedBy';
import { ManagedFields } from './ManagedFields';
import { SortedClaims } from './SortedClaims';
import { isObjectName } from './validateNames';
import { visibleClaims } from './visibleClaims';
import { withAccess } from './withAccess';
import { listWorkloads } from './workloads';

/** Dependencies of {@link ClaimReader}. */
export interface ClaimReaderOptions {
  activity: ActivityLog;
  permissions: ResourcePermissions;
  reviews: AccessReviews;
  appClusters: AppClusters;
  controlPlane: ControlPlane;
  inventory: Inventory;
  index: ClaimIndex;
  locator: ClaimLocator;
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
  ): Promise<ClaimPage & { complete: boolean }> {
    const { index, permissions } = this.#options;
    const grant = await permissions.grantOnClaims(
      caller,
      klutchClaimReadPermission,
      'see services',
    );
    const sorted = this.#sorted.of(index.rows(), query.sort);
    const rows = this.#matching(grant.filter(sorted), query);
    const complete = index.isComplete(query.cluster);
    const { person } = caller;
    const visible = person
      ? await visibleClaims(rows, person, this.#options)
      : rows;
    const page = claimPage(visible, query);
    if (!person || !query.may) return { ...page, complete };
    const items = await withAccess(page.items, person, this.#options);
    return { ...page, items, complete };
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

  /** One claim with its progress, conditions and manifest. */
  async get(caller: Caller, ref: ClaimRef): Promise<Schemas['ClaimDetail']> {
    const { object, person, target } = await this.#readable(caller, ref);
    return {
      ...this.detail(target, object),
      may: await this.accessOf(person, target),
    };
  }

  /** Events about a claim, newest first; none without the right to list events. */
  async events(caller: Caller, ref: ClaimRef): Promise<Schemas['Event'][]> {
    const { object, person, target } = await this.#readable(caller, ref);
    const client = target.cluster.client.as(person.kubernetes);
    return mapKubeErrors(claimErrorContext(target, person, 'see'), async () => {
      try {
        const { items } = await client.list(core.events, {
          namespace: ref.namespace,
          fieldSelector: `involvedObject.uid=${object.metadata.uid}`,
        });
        return eventsOf(items);
      } catch (error) {
        // Reading the claim does not imply the right to list events.
        if (isForbidden(error)) return [];
        throw error;
      }
    });
  }

  /** The activity of an instance, without that of related claims that the person may not see. */
  async activity(
    caller: Caller,
    ref: ClaimRef,
  ): Promise<Schemas['Activity'][]> {
    const { activity, index, reviews } = this.#options;
    const readable = await this.#readable(caller, ref);
    const { grant, object, person, target } = readable;
    const { cluster } = target;
    const instance = this.row(target, object);
    const ofInstance = index
      .rows()
      .filter(
        row =>
          row.cluster === ref.cluster &&
          row.namespace === ref.namespace &&
          row.instanceResource === ref.resource &&
          row.instanceRef === ref.name,
      );
    const related = grant.filter(ofInstance);
    const items = activityOf(
      instance,
      await this.#managedFields.of(object, () => this.readLive(readable)),
      related,
      await activity.of(instance),
    );
    const apis = new Set(items.map(({ resource }) => resource));
    const targets = [...apis].map(resource => ({
      resource,
      namespace: ref.namespace,
    }));
    const listed = await reviews.allowed({ cluster, person }, 'list', targets);
    const visible = new Set([ref, ...listed].map(({ resource }) => resource));
    // Under conditions, claims that no longer exist are left out, too: their owner is unknown.
    const isCovered = (item: Pick<ClaimRef, 'resource' | 'name'>) =>
      !grant.isConditional ||
      [instance, ...related].some(
        ({ resource, name }) =>
          resource === item.resource && name === item.name,
      );
    return items.filter(item => visible.has(item.resource) && isCovered(item));
  }

  /** As cached if the person may read the claim, otherwise live, so that the cluster decides and gives the reason. */
  async #read(located: LocatedTarget): Promise<ClaimObject> {
    const { person, target } = located;
    const { cluster, ref } = target;
    const cached = cachedClaim(target);
    const readable = cached
      ? await this.#options.reviews.allowed({ cluster, person }, 'get', [ref])
      : [];
    if (!cached || readable.length === 0) return this.readLive(located);
    this.requireVisible(located, cached);
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

  async #readable(caller: Caller, ref: ClaimRef): Promise<ReadTarget> {
    const located = await this.#locate(caller, ref);
    return { ...located, object: await this.#read(located) };
  }

  async #readableLive(caller: Caller, ref: ClaimRef): Promise<ReadTarget> {
    const located = await this.#locate(caller, ref);
    return { ...located, object: await this.readLive(located) };
  }

  #locate(caller: Caller, ref: ClaimRef): Promise<LocatedTarget> {
    return this.#options.locator.locateFor(
      caller,
      ref,
      klutchClaimReadPermission,
      'see services',
    );
  }

  /** @throws NotFoundError for a claim that the person may not see, as the list has no row for it */
  requireVisible(
    { readGrant, target }: Pick<LocatedTarget, 'readGrant' | 'target'>,
    object: ClaimObject,
  ): void {
    if (readGrant.covers(() => this.row(target, object))) return;
    throw claimNotFound(target);
  }

  /**
   * Requires that each grant covers a claim and those whose data the claim hands over, which are read as the person.
   *
   * @throws NotAllowedError with a message for users, user-facing errors of the cluster
   */
  async requireWithSources(
    grants: readonly Grant<Schemas['Claim']>[],
    { person, target }: Pick<LocatedTarget, 'person' | 'target'>,
    object: ClaimObject,
  ): Promise<void> {
    const conditional = grants.filter(({ isConditional }) => isConditional);
    if (conditional.length === 0) return;
    const { inventory } = this.#options;
    const row = this.row(target, object);
    const sources = await claimSources(row, {
      claim: ref => this.#readRow(target, person, ref),
      backupApi: resource => inventory.service(resource)?.relatedApis.backup,
    });
    for (const grant of conditional) {
      for (const source of [row, ...sources]) grant.require(() => source);
    }
  }

  /** The row of another claim on the same app cluster, from the object as it is now; undefined if there is none. */
  async #readRow(
    { cluster }: ClaimTarget,
    person: Person,
    ref: ClaimRef,
  ): Promise<Schemas['Claim'] | undefined> {
    const api = cluster.boundApi(ref.resource);
    if (!api || !isObjectName(ref.name)) return undefined;
    const target = {
      cluster,
      info: this.#options.inventory.serviceOn(api),
      ref,
    };
    const object = await this.#get(target, person);
    return object && this.row(target, object);
  }

  /** @throws NotFoundError when the claim does not exist for the person, user-facing errors of the cluster */
  async readLive(located: Omit<LocatedTarget, 'grant'>): Promise<ClaimObject> {
    const { person, target } = located;
    const object = await this.#get(target, person);
    if (!object) throw claimNotFound(target);
    this.requireVisible(located, object);
    return object;
  }

  #get(target: ClaimTarget, person: Person): Promise<ClaimObject | undefined> {
    const { cluster, info, ref } = target;
    return mapKubeErrors(claimErrorContext(target, person, 'see'), () =>
      cluster.client.as(person.kubernetes).get(claimResource(info.api), ref),
    );
  }

  /** Nothing is missing as long as the backups cannot be read. */
  #backupTimes(
    { cluster, info }: Pick<ClaimTarget, 'cluster' | 'info'>,
    row: Schemas['Claim'],
  ): Pick<Schemas['ClaimDetail'], 'backupTimes'> {
    const { index } = this.#options;
    const { backupSchedule } = row;
    if (!backupSchedule) return {};
    const api = info.relatedApis.backup;
    if (!api || !cluster.claims.get(api)) return { backupTimes: {} };
    const { overdueSince, ...times } = backupTimes(
      row,
      backupSchedule,
      claimsByInstance(index.rows(), 'backup')(row),
      new Date(),
    );
    const isKnown = index.isCurrent(cluster, [row.resource, api]);
    return {
      backupTimes: {
        ...times,
        ...(isKnown && overdueSince && { overdueSince }),
      },
    };
  }

  /** What a person may do with a claim. */
  async accessOf(
    person: Person,
    target: ClaimTarget,
  ): Promise<Schemas['ClaimAccess']> {
    const { cluster, ref } = target;
    const rules = await this.#options.reviews.rulesOf({ cluster, person }, [
      ref.namespace,
    ]);
    return claimAccess(rules.get(ref.namespace), target);
  }

  /** The row of a claim, from the object as it is now. */
  row({ cluster, info }: ClaimTarget, object: ClaimObject): Schemas['Claim'] {
    const { inventory } = this.#options;
    const claim = { cluster, info, object };
    return inventory.summary(claim, deriveClaimState(inventory.facts(claim)));
  }

  /** The page of a claim, from the object as it is now, without what its reader may do. */
  detail(
    { cluster, info }: ClaimTarget,
    object: ClaimObject,
  ): Omit<Schemas['ClaimDetail'], 'may'> {
    const { inventory } = this.#options;
    const claim = { cluster, info, object };
    const facts = inventory.facts(claim);
    const derivedState = deriveClaimState(facts);
    const row = inventory.summary(claim, derivedState);
    const tool = managedBy(object);
    return {
      ...row,
      ...this.#backupTimes({ cluster, info }, row),
      hops: hopsOf(facts, derivedState),
      conditions: claimConditions(object),
      manifest: manifestOf(object),
      spec: { ...object.spec },
      ...(info.type === 'instance' && usageOf(object, info.plans)),
      generation: object.metadata.generation ?? 0,
      planChanges: planChangesOf(info, object.spec),
      versionChanges: versionChangesOf(info, object.spec),
      ...(tool && { managedBy: tool }),
    };
  }
}
