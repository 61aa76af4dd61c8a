/** Orders, changes and deletes claims: on the app cluster, impersonating the user. */
import {
  ConflictError,
  NotAllowedError,
  NotFoundError,
} from '@backstage/errors';
import {
  deletionRefusal,
  isProtected,
  restoreRefusal,
  restoreRight,
} from '@klutch/bind-api';
import {
  klutchClaimCreatePermission,
  klutchClaimDeletePermission,
  klutchClaimUpdatePermission,
  klutchCredentialsRevealPermission,
  type ClaimRef,
  type Schemas,
  explain,
} from '@klutch/backstage-plugin-klutch-common';
import { resourceName, retryOnConflict, type KubeClient } from '@klutch/kube';
import { explainedError } from '../errors/explainedError';
import type { ActivityLog } from '../activity/ActivityLog';
import {
  claimResource,
  PORTAL_FIELD_MANAGER,
  type ClaimObject,
} from '../claimApis/claimResource';
import { InvalidError } from '../errors/InvalidError';
import {
  mapKubeErrors,
  policyError,
  type ErrorContext,
} from '../errors/kubeErrors';
import type { Caller, Callers } from '../identity/Caller';
import type { Grant } from '../permissions/Grant';
import type { ResourcePermissions } from '../permissions/ResourcePermissions';
import { isCron } from '../claimApis/backupSchedule';
import {
  claimErrorContext,
  type ClaimLocator,
  type ClaimTarget,
  type LocatedTarget,
} from './ClaimLocator';
import { changedFields } from './changedFields';
import { claimManifest } from './claimManifest';
import { claimPatch } from './claimPatch';
import { componentOf, ownerOf } from './claimRelations';
import { isChangedSince } from './isChangedSince';
import type { ClaimReader } from './ClaimReader';

/** Dependencies of {@link ClaimWriter}. */
export interface ClaimWriterOptions {
  activity: ActivityLog;
  callers: Callers;
  locator: ClaimLocator;
  permissions: ResourcePermissions;
  reader: ClaimReader;
}

const fieldManager = PORTAL_FIELD_MANAGER;

/** The rule of `restorePolicy`, for app clusters on which the policy is not installed. */
async function requireRestoreRight(
  reviewer: KubeClient,
  namespace: string,
  errorContext: ErrorContext,
): Promise<void> {
  if (await reviewer.canI({ ...restoreRight, namespace })) return;
  throw policyError(errorContext, restoreRefusal);
}

/** The actions that a change consists of. */
function actionsOf({
  spec,
  owner,
  component,
  protected: isProtectedNow,
  backupSchedule,
}: Schemas['ClaimChange']) {
  type Action = Schemas['Activity']['action'];
  const actions: { action: Action; fields?: string[] }[] = [];
  if (spec) actions.push({ action: 'changed', fields: changedFields(spec) });
  if (isProtectedNow !== undefined) {
    actions.push({ action: isProtectedNow ? 'protected' : 'unprotected' });
  }
  if (backupSchedule !== undefined) {
    actions.push({ action: backupSchedule ? 'scheduled' : 'unscheduled' });
  }
  if (owner !== undefined || component !== undefined) {
    actions.push({ action: 'ownershipChanged' });
  }
  return actions;
}

/** Operations that change claims. */
export class ClaimWriter {
  readonly #options: ClaimWriterOptions;

  constructor(options: ClaimWriterOptions) {
    this.#options = options;
  }

  /**
   * Validates the claim by a dry run on the app cluster, then creates it.
   *
   * @param dryRun - stop after the validation
   * @throws user-facing errors: InvalidError with fields, AlreadyExistsError for a name in use
   */
  async create(
    caller: Caller,
    request: Schemas['ClaimRequest'],
    dryRun: boolean,
  ): Promise<Schemas['ClaimDetail']> {
    const { activity, locator, permissions, reader } = this.#options;
    const { person, readGrant, target } = await locator.locateNew(
      caller,
      request,
    );
    const isRestore = target.info.type === 'restore';
    const grants = [readGrant];
    if (isRestore) {
      // A restore hands over the data that the credentials protect.
      const revealGrant = await permissions.grantOnClaims(
        caller,
        klutchCredentialsRevealPermission,
        'restore backups, which requires the right to read credentials',
      );
      grants.push(revealGrant);
    }
    const manifest = claimManifest({
      api: target.info.api,
      namespace: request.namespace,
      name: request.name,
      spec: request.spec,
      replaces: request.replaces,
      owner: ownerOf(request.owner, person),
      component: componentOf(request.component),
      defaultComposition: target.info.defaultComposition,
    });
    const client = target.cluster.client.as(person.kubernetes);
    const resource = claimResource(target.info.api);
    const errorContext = claimErrorContext(target, person, 'order');
    const stored = await mapKubeErrors(errorContext, async () => {
      if (isRestore) {
        await requireRestoreRight(
          target.cluster.reviewClient.as(person.kubernetes),
          request.namespace,
          errorContext,
        );
      }
      const checked = await client.create(resource, manifest, {
        fieldManager,
        strictFields: true,
        dryRun: true,
      });
      await reader.requireWithSources(grants, { person, target }, checked);
      return dryRun
        ? checked
        : client.create(resource, manifest, {
            fieldManager,
            strictFields: true,
          });
    });
    const detail = reader.detail(target, stored);
    if (!dryRun) await activity.record(person.userRef, detail, 'created');
    return { ...detail, may: await reader.accessOf(person, target) };
  }

  /**
   * Changes the spec of a service instance, or the protection of a claim.
   *
   * @param dryRun - only a dry run on the app cluster
   * @throws user-facing errors: ConflictError when the claim is no longer as the change was made from, InvalidError
   * with fields
   */
  async update(
    caller: Caller,
    ref: ClaimRef,
    change: Schemas['ClaimChange'],
    dryRun: boolean,
  ): Promise<Schemas['ClaimDetail']> {
    const { activity, locator, reader } = this.#options;
    const located = await locator.locateFor(
      caller,
      ref,
      klutchClaimUpdatePermission,
      'change services',
    );
    const { grant, person, readGrant, target } = located;
    this.#requireChangeable(target, change);
    const { backupSchedule, before, component } = change;
    const { generation, owner, spec } = change;
    const checked = {
      ...change,
      ...(owner !== undefined && { owner: ownerOf(owner, person) }),
      ...(component && { component: componentOf(component) }),
    };
    const errorContext = claimErrorContext(target, person, 'change');
    const client = target.cluster.client.as(person.kubernetes);
    const grants = [grant, readGrant];
    if (backupSchedule) {
      grants.push(
        ...(await this.#requireSchedulable(caller, located, backupSchedule)),
      );
    }
    const requireGrants = (object: ClaimObject) =>
      grants.forEach(one => one.require(() => reader.row(target, object)));
    // The konnector writes the status meanwhile, which changes the resourceVersion but not the generation.
    const attempt = async () => {
      const object = await reader.readLive(located);
      const { metadata } = object;
      requireGrants(object);
      const isChanged =
        (spec && metadata.generation !== generation) ||
        (before && isChangedSince(reader.row(target, object), before));
      if (isChanged) {
        throw explainedError(
          ConflictError,
          explain('ClaimChanged', { object: errorContext.object }),
        );
      }
      const patch = (isDryRun: boolean) =>
        client.mergePatch(
          claimResource(target.info.api),
          ref,
          claimPatch(checked, metadata.resourceVersion),
          { fieldManager, strictFields: true, dryRun: isDryRun },
        );
      if (dryRun || grants.some(one => one.isConditional)) {
        const changed = await patch(true);
        // A change must not lead to a claim that the permissions do not cover, for example on another plan.
        requireGrants(changed);
        if (dryRun) return changed;
      }
      return patch(false);
    };
    const stored = await mapKubeErrors(errorContext, () =>
      retryOnConflict(attempt),
    );
    const detail = reader.detail(target, stored);
    if (!dryRun) {
      for (const { action, fields } of actionsOf(change)) {
        await activity.record(person.userRef, detail, action, { fields });
      }
    }
    return { ...detail, may: await reader.accessOf(person, target) };
  }

  /**
   * Deletes a claim, and with it the service that the claim represents.
   *
   * @param confirm - the name, typed again
   */
  async delete(caller: Caller, ref: ClaimRef, confirm: string): Promise<void> {
    const { activity, locator, reader } = this.#options;
    const located = await locator.locateFor(
      caller,
      ref,
      klutchClaimDeletePermission,
      'delete services',
    );
    const { grant, person, target } = located;
    if (confirm !== ref.name) {
      throw new InvalidError(explain('NotConfirmed', { name: ref.name }), [
        { field: 'confirm', ...explain('NameToType', { name: ref.name }) },
      ]);
    }
    const errorContext = claimErrorContext(target, person, 'delete');
    const client = target.cluster.client.as(person.kubernetes);
    const attempt = async () => {
      const object = await reader.readLive(located);
      grant.require(() => reader.row(target, object));
      // As `deletionProtectionPolicy`, for app clusters on which the policy is not installed.
      if (isProtected(object)) {
        throw policyError(errorContext, deletionRefusal);
      }
      const { uid, resourceVersion } = object.metadata;
      const outcome = await client.delete(claimResource(target.info.api), ref, {
        preconditions: { uid, resourceVersion },
      });
      if (outcome === 'deleted') return object;
      throw explainedError(
        NotFoundError,
        explain('ClaimGone', {
          object: errorContext.object,
          cluster: target.cluster.title,
        }),
      );
    };
    const deleted = await mapKubeErrors(errorContext, () =>
      retryOnConflict(attempt),
    );
    const claim = reader.detail(target, deleted);
    await activity.record(person.userRef, claim, 'deleted');
  }

  /** Refuses a change that claims of this type do not have, or that does not name its version. */
  #requireChangeable(
    { info, ref }: ClaimTarget,
    change: Schemas['ClaimChange'],
  ): void {
    const { backupSchedule, component, generation, owner, spec } = change;
    const forInstances = [spec, backupSchedule, owner, component];
    const isForInstances = forInstances.some(part => part !== undefined);
    if (isForInstances) {
      this.#options.locator.requireDescribed(ref);
      if (info.type !== 'instance') {
        throw new InvalidError(explain('NotChangeable', { name: ref.name }));
      }
    }
    if (spec && generation === undefined) {
      throw new InvalidError(explain('GenerationMissing'), [
        { field: 'generation', ...explain('GenerationRule') },
      ]);
    }
  }

  /**
   * Refuses a schedule that the portal cannot carry out, or that orders or deletes what the person may not.
   *
   * @returns grants that have to cover the instance
   */
  async #requireSchedulable(
    caller: Caller,
    { person, target }: LocatedTarget,
    { cron, kept }: Schemas['BackupSchedule'],
  ): Promise<Grant<Schemas['Claim']>[]> {
    const { callers, permissions } = this.#options;
    await callers.requirePermission(
      caller,
      klutchClaimCreatePermission,
      'order backups, nor schedule them',
    );
    const grants: Grant<Schemas['Claim']>[] = [];
    if (kept !== undefined) {
      const deleteGrant = await permissions.grantOnClaims(
        caller,
        klutchClaimDeletePermission,
        'delete backups, so you may only schedule backups that are all kept',
      );
      grants.push(deleteGrant);
    }
    if (!isCron(cron)) {
      throw new InvalidError(explain('ScheduleInvalid'), [
        { field: 'backupSchedule.cron', ...explain('CronRule') },
      ]);
    }
    const { cluster, info, ref } = target;
    const backup = cluster.boundApi(info.relatedApis.backup ?? '');
    if (!backup) {
      throw new InvalidError(
        explain('BackupsUnavailable', {
          service: info.title,
          cluster: cluster.title,
        }),
      );
    }
    const errorContext = claimErrorContext(
      target,
      person,
      'schedule backups of',
    );
    const mayDo = (verb: string) =>
      mapKubeErrors(errorContext, () =>
        cluster.reviewClient.as(person.kubernetes).canI({
          verb,
          group: backup.group,
          resource: backup.plural,
          namespace: ref.namespace,
        }),
      );
    const where = {
      namespace: ref.namespace,
      cluster: cluster.title,
      resource: resourceName(backup),
    };
    if (!(await mayDo('create'))) {
      throw explainedError(
        NotAllowedError,
        explain('SchedulingForbidden', where),
      );
    }
    if (kept !== undefined && !(await mayDo('delete'))) {
      throw explainedError(
        NotAllowedError,
        explain('RetentionForbidden', where),
      );
    }
    return grants;
  }
}
