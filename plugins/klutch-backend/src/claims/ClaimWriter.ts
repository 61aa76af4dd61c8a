/** Orders, changes and deletes claims: on the app cluster, impersonating the user. */
import { NotFoundError } from '@backstage/errors';
import {
  deletionRefusal,
  isProtected,
  restoreRefusal,
  restoreRight,
} from '@klutch/bind-api';
import {
  klutchClaimDeletePermission,
  klutchClaimUpdatePermission,
  klutchCredentialsRevealPermission,
  type ClaimRef,
  type Schemas,
  explain,
} from '@klutch/backstage-plugin-klutch-common';
import { isForbidden, retryOnConflict, type KubeClient } from '@klutch/kube';
import { explainedError } from '../errors/explainedError';
import type { ActivityLog } from '../activity/ActivityLog';
import {
  claimResource,
  PORTAL_FIELD_MANAGER,
  type ClaimObject,
} from '../claimApis/claimResource';
import { compositionFor } from '../claimApis/serviceInfo';
import { InvalidError } from '../errors/InvalidError';
import {
  mapKubeErrors,
  policyError,
  type ErrorContext,
} from '../errors/kubeErrors';
import type { Caller, Callers } from '../identity/Caller';
import type { OrderSubject } from '../inventory/Inventory';
import type { ResourcePermissions } from '../permissions/ResourcePermissions';
import {
  claimErrorContext,
  type ClaimLocator,
  type ClaimTarget,
} from './ClaimLocator';
import { actionsOf } from './actionsOf';
import { claimManifest } from './claimManifest';
import { componentOf, ownerOf, ownOwner, systemOf } from './claimRelations';
import type { ClaimGuard } from './ClaimGuard';
import type { ClaimViews } from './ClaimViews';
import { requireChangeable } from './requireChangeable';
import { requireSchedulable } from './requireSchedulable';
import { claimChanged, writeChange } from './writeChange';

export interface ClaimWriterOptions {
  activity: ActivityLog;
  callers: Callers;
  locator: ClaimLocator;
  permissions: ResourcePermissions;
  guard: ClaimGuard;
  views: ClaimViews;
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

/** Live where the cache does not have it, or not yet; undefined when the person may not read it. */
async function readSubject(
  client: KubeClient,
  subject: OrderSubject,
  { cluster, info }: ClaimTarget,
): Promise<ClaimObject | undefined> {
  try {
    const found =
      subject.known ??
      (await client.get(claimResource(subject.api), subject.key));
    // A restore of a backup that is gone would leave an empty instance.
    const isUsable = found && !found.metadata.deletionTimestamp;
    if (info.type === 'restore' && !isUsable) {
      throw new InvalidError(
        explain('BackupGone', {
          backup: subject.key.name,
          cluster: cluster.title,
        }),
      );
    }
    return found;
  } catch (error) {
    // The dry run says what is wrong.
    if (isForbidden(error)) return undefined;
    throw error;
  }
}

/** What a deletion is based on. */
export interface ClaimDeletion {
  /** The name, typed again. */
  confirm: string;
  /** `metadata.uid`; a later claim of the same name stays. */
  uid?: string;
  /** `metadata.resourceVersion`; a claim that was changed since stays. */
  resourceVersion?: string;
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
    const { activity, guard, locator, permissions, views } = this.#options;
    const located = await locator.locateNew(caller, request);
    const { person, readGrant, target } = located;
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
    const order = {
      api: target.info.api,
      namespace: request.namespace,
      name: request.name,
      spec: request.spec,
      replaces: request.replaces,
      restoreFrom: request.restoreFrom,
      component: componentOf(request.component),
      system: systemOf(request.system),
    };
    const ordered = claimManifest(order);
    // Written although rows derive it, too: a backup is to have its owner when the instance is gone.
    const inherited =
      request.owner === undefined
        ? ownOwner(views.row(target, ordered).owner, person)
        : undefined;
    const client = target.cluster.client.as(person.kubernetes);
    const errorContext = claimErrorContext(target, person, 'order');
    const about = views.subjectOf(target, ordered);
    const subject =
      about &&
      (await mapKubeErrors(errorContext, () =>
        readSubject(client, about, target),
      ));
    const manifest = claimManifest({
      ...order,
      owner: inherited ?? ownerOf(request.owner, person),
      defaultComposition: compositionFor(target.info, subject),
    });
    const resource = claimResource(target.info.api);
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
      await guard.requireWithSources(
        grants,
        { person, target },
        checked,
        dryRun,
      );
      return dryRun
        ? checked
        : client.create(resource, manifest, {
            fieldManager,
            strictFields: true,
          });
    });
    const detail = views.detail(target, stored);
    if (!dryRun) await activity.record(person.userRef, detail, 'created');
    return { ...detail, may: await views.accessOf(located) };
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
    const { activity, locator, views } = this.#options;
    const located = await locator.locateFor(
      caller,
      ref,
      klutchClaimUpdatePermission,
      'change services',
    );
    const { grant, person, readGrant, target } = located;
    requireChangeable(target, change, locator);
    const { backupSchedule, component, owner } = change;
    const checked = {
      ...change,
      ...(owner !== undefined && { owner: ownerOf(owner, person) }),
      ...(component && { component: componentOf(component) }),
    };
    const grants = [grant, readGrant];
    if (backupSchedule) {
      grants.push(
        ...(await requireSchedulable(
          caller,
          located,
          backupSchedule,
          this.#options,
        )),
      );
    }
    const errorContext = claimErrorContext(target, person, 'change');
    const stored = await mapKubeErrors(errorContext, () =>
      retryOnConflict(() =>
        writeChange(located, checked, {
          ...this.#options,
          dryRun,
          errorContext,
          grants,
        }),
      ),
    );
    const detail = views.detail(target, stored);
    if (!dryRun) {
      for (const { action, fields } of actionsOf(change)) {
        await activity.record(person.userRef, detail, action, { fields });
      }
    }
    return { ...detail, may: await views.accessOf(located) };
  }

  /**
   * Deletes a claim, and with it the service that the claim represents.
   *
   * @throws user-facing errors: InvalidError for another name, NotFoundError when the claim is gone, also when a later one
   * has its name, ConflictError when the claim is no longer as it was looked at
   */
  async delete(
    caller: Caller,
    ref: ClaimRef,
    { confirm, ...lookedAt }: ClaimDeletion,
  ): Promise<void> {
    const { activity, guard, locator, views } = this.#options;
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
    const gone = explainedError(
      NotFoundError,
      explain('ClaimGone', {
        object: errorContext.object,
        cluster: target.cluster.title,
      }),
    );
    const attempt = async () => {
      const object = await guard.readLive(located);
      grant.require(() => views.row(target, object));
      // As `deletionProtectionPolicy`, for app clusters on which the policy is not installed.
      if (isProtected(object)) {
        throw policyError(errorContext, deletionRefusal);
      }
      const { uid, resourceVersion } = object.metadata;
      if (uid !== (lookedAt.uid ?? uid)) throw gone;
      if (resourceVersion !== (lookedAt.resourceVersion ?? resourceVersion)) {
        throw claimChanged(errorContext);
      }
      const outcome = await client.delete(claimResource(target.info.api), ref, {
        preconditions: { uid, resourceVersion },
      });
      if (outcome === 'deleted') return object;
      throw gone;
    };
    const deleted = await mapKubeErrors(errorContext, () =>
      retryOnConflict(attempt),
    );
    const claim = views.detail(target, deleted);
    await activity.record(person.userRef, claim, 'deleted');
  }
}
