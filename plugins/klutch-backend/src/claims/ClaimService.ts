/** Lists, shows, orders and deletes claims: what is written, on the app cluster and impersonating the user. */
import { ConflictError, NotFoundError } from '@backstage/errors';
import type { BasicPermission } from '@backstage/plugin-permission-common';
import {
  deletionRefusal,
  isProtected,
  labels,
  restoreRefusal,
  restoreRight,
} from '@klutch/bind-api';
import {
  klutchClaimCreatePermission,
  klutchClaimDeletePermission,
  klutchClaimReadPermission,
  klutchClaimUpdatePermission,
  klutchCredentialsRevealPermission,
  type ClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  core,
  isForbidden,
  keyOf,
  retryOnConflict,
  type KubeClient,
} from '@klutch/kube';
import {
  claimResource,
  secretNameOf,
  type ClaimObject,
} from '../claimApis/claimResource';
import { planChangesOf } from '../claimApis/planChoices';
import type { AppClusters } from '../clusters/AppClusters';
import { InvalidError } from '../errors/InvalidError';
import {
  mapKubeErrors,
  policyError,
  type ErrorContext,
} from '../errors/kubeErrors';
import type { AccessReviews } from '../identity/AccessReviews';
import {
  requirePerson,
  type Caller,
  type Callers,
  type Person,
} from '../identity/Caller';
import type { ClaimIndex } from '../inventory/ClaimIndex';
import { deriveClaimState } from '../inventory/claimState';
import { hopsOf } from '../inventory/hops';
import type { Inventory } from '../inventory/Inventory';
import { claimConditions, eventsOf, usageOf } from './claimDetail';
import {
  claimErrorContext,
  type ClaimLocator,
  type ClaimTarget,
} from './ClaimLocator';
import { claimManifest, manifestOf } from './claimManifest';
import { listWorkloads } from './workloads';
import { claimPage, type ClaimPage, type ClaimQuery } from './claimPage';
import { visibleClaims } from './visibleClaims';

/** Dependencies of {@link ClaimService}. */
export interface ClaimServiceOptions {
  callers: Callers;
  reviews: AccessReviews;
  appClusters: AppClusters;
  inventory: Inventory;
  index: ClaimIndex;
  locator: ClaimLocator;
}

const fieldManager = 'klutch-portal';

/** The claim as it was last seen; undefined when the cluster responds but the cache does not follow it. */
function cachedClaim({ cluster, ref }: ClaimTarget): ClaimObject | undefined {
  const cache = cluster.claims.get(ref.resource)?.cache;
  const isBehind =
    cluster.reachability.reachable && cache?.health.state === 'waiting';
  return isBehind ? undefined : cache?.get(keyOf({ metadata: ref }));
}

/** The rule of `restorePolicy`, for app clusters on which the policy is not installed. */
async function requireRestoreRight(
  client: KubeClient,
  namespace: string,
  errorContext: ErrorContext,
): Promise<void> {
  if (await client.canI({ ...restoreRight, namespace })) return;
  throw policyError(errorContext, restoreRefusal);
}

/** All operations on claims except revealing credentials. */
export class ClaimService {
  readonly #options: ClaimServiceOptions;

  constructor(options: ClaimServiceOptions) {
    this.#options = options;
  }

  /** A page of the live index: users get the namespaces that they may list, services get all. */
  async list(
    caller: Caller,
    query: ClaimQuery,
  ): Promise<ClaimPage & { complete: boolean }> {
    const { callers, index } = this.#options;
    await callers.requirePermission(
      caller,
      klutchClaimReadPermission,
      'see services',
    );
    const rows = index.rows();
    const complete = index.isComplete(query.cluster);
    const { person } = caller;
    const visible = person
      ? await visibleClaims(rows, person, this.#options)
      : rows;
    return { ...claimPage(visible, query), complete };
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
    const { person, target } = await this.#located(
      caller,
      request,
      klutchClaimCreatePermission,
      'order services',
    );
    const isRestore = target.info.type === 'restore';
    if (isRestore) {
      // A restore hands over the data that the credentials protect.
      await this.#options.callers.requirePermission(
        caller,
        klutchCredentialsRevealPermission,
        'restore backups, which requires the right to read credentials',
      );
    }
    const manifest = claimManifest({
      api: target.info.api,
      namespace: request.namespace,
      name: request.name,
      spec: request.spec,
      replaces: request.replaces,
      owner: person.userRef,
      defaultComposition: target.info.defaultComposition,
    });
    const client = target.cluster.client.as(person.kubernetes);
    const resource = claimResource(target.info.api);
    const errorContext = claimErrorContext(target, person, 'order');
    const stored = await mapKubeErrors(errorContext, async () => {
      if (isRestore) {
        await requireRestoreRight(client, request.namespace, errorContext);
      }
      const checked = await client.create(resource, manifest, {
        fieldManager,
        strictFields: true,
        dryRun: true,
      });
      return dryRun
        ? checked
        : client.create(resource, manifest, {
            fieldManager,
            strictFields: true,
          });
    });
    return this.#detail(target, stored);
  }

  /** One claim with its progress, conditions and manifest. */
  async get(caller: Caller, ref: ClaimRef): Promise<Schemas['ClaimDetail']> {
    const { person, target } = await this.#readable(caller, ref);
    return this.#detail(target, await this.#read(target, person));
  }

  /** Events about a claim, newest first; none without the right to list events. */
  async events(caller: Caller, ref: ClaimRef): Promise<Schemas['Event'][]> {
    const { person, target } = await this.#readable(caller, ref);
    const claim = await this.#read(target, person);
    const client = target.cluster.client.as(person.kubernetes);
    return mapKubeErrors(claimErrorContext(target, person, 'see'), async () => {
      try {
        const { items } = await client.list(core.events, {
          namespace: ref.namespace,
          fieldSelector: `involvedObject.uid=${claim.metadata.uid}`,
        });
        return eventsOf(items);
      } catch (error) {
        // Reading the claim does not imply the right to list events.
        if (isForbidden(error)) return [];
        throw error;
      }
    });
  }

  /** As cached if the person may read the claim, otherwise live, so that the cluster decides and gives the reason. */
  async #read(target: ClaimTarget, person: Person): Promise<ClaimObject> {
    const { cluster, ref } = target;
    const cached = cachedClaim(target);
    const readable = cached
      ? await this.#options.reviews.allowed({ cluster, person }, 'get', [ref])
      : [];
    return cached && readable.length > 0
      ? cached
      : this.#readLive(target, person);
  }

  /** Workloads that use the credentials of a service binding, as far as the person may list workloads. */
  async workloads(
    caller: Caller,
    ref: ClaimRef,
  ): Promise<Schemas['WorkloadList']> {
    const { person, target } = await this.#readable(caller, ref);
    const claim = await this.#read(target, person);
    return mapKubeErrors(claimErrorContext(target, person, 'see'), () =>
      listWorkloads(
        target.cluster.client.as(person.kubernetes),
        ref.namespace,
        secretNameOf(claim),
      ),
    );
  }

  #readable(caller: Caller, ref: ClaimRef) {
    return this.#located(
      caller,
      ref,
      klutchClaimReadPermission,
      'see services',
    );
  }

  /**
   * The person who acts, with the permission for it, and the location of the claim.
   *
   * @param action - completes "You may not …"
   */
  async #located(
    caller: Caller,
    ref: ClaimRef,
    permission: BasicPermission,
    action: string,
  ): Promise<{ person: Person; target: ClaimTarget }> {
    const { callers, locator } = this.#options;
    const person = requirePerson(caller);
    await callers.requirePermission(caller, permission, action);
    return { person, target: locator.locate(ref) };
  }

  #readLive(target: ClaimTarget, person: Person): Promise<ClaimObject> {
    const { cluster, info, ref } = target;
    const errorContext = claimErrorContext(target, person, 'see');
    return mapKubeErrors(errorContext, async () => {
      const object = await cluster.client
        .as(person.kubernetes)
        .get(claimResource(info.api), ref);
      if (object) return object;
      throw new NotFoundError(
        `${errorContext.object} does not exist in namespace ${ref.namespace} on ${cluster.title}. It may have been deleted.`,
      );
    });
  }

  /**
   * Changes the spec of a service instance, or the protection of a claim.
   *
   * @param dryRun - only a dry run on the app cluster
   * @throws user-facing errors: ConflictError when the claim has changed since the version of the change, InvalidError
   * with fields
   */
  async update(
    caller: Caller,
    ref: ClaimRef,
    change: Schemas['ClaimChange'],
    dryRun: boolean,
  ): Promise<Schemas['ClaimDetail']> {
    const { person, target } = await this.#located(
      caller,
      ref,
      klutchClaimUpdatePermission,
      'change services',
    );
    const { generation, spec } = change;
    if (spec && target.info.type !== 'instance') {
      throw new InvalidError(
        `Only service instances can be changed. Delete ${ref.name} and create another one.`,
        [],
      );
    }
    const errorContext = claimErrorContext(target, person, 'change');
    const client = target.cluster.client.as(person.kubernetes);
    // The konnector writes the status meanwhile, which changes the resourceVersion but not the generation.
    const attempt = async () => {
      const { metadata } = await this.#readLive(target, person);
      if (spec && metadata.generation !== generation) {
        throw new ConflictError(
          `${errorContext.object} was changed by somebody else. Look at the present settings, then change them again.`,
        );
      }
      const { resourceVersion } = metadata;
      return client.mergePatch(
        claimResource(target.info.api),
        ref,
        {
          metadata: {
            resourceVersion,
            ...(change.protected !== undefined && {
              labels: {
                [labels.deletionProtection]: change.protected ? 'true' : null,
              },
            }),
          },
          ...(spec && { spec }),
        },
        { fieldManager, strictFields: true, dryRun },
      );
    };
    const stored = await mapKubeErrors(errorContext, () =>
      retryOnConflict(attempt),
    );
    return this.#detail(target, stored);
  }

  /**
   * Deletes a claim, and with it the service that the claim represents.
   *
   * @param confirm - the name, typed again
   */
  async delete(caller: Caller, ref: ClaimRef, confirm: string): Promise<void> {
    const { callers, locator } = this.#options;
    const person = requirePerson(caller);
    await callers.requirePermission(
      caller,
      klutchClaimDeletePermission,
      'delete services',
    );
    if (confirm !== ref.name) {
      throw new InvalidError(
        `The typed name is not "${ref.name}". Nothing was deleted.`,
        [{ field: 'confirm', message: `Type ${ref.name}.` }],
      );
    }
    const target = locator.locate(ref);
    const errorContext = claimErrorContext(target, person, 'delete');
    // As `deletionProtectionPolicy`, for app clusters on which the policy is not installed.
    if (isProtected(await this.#readLive(target, person))) {
      throw policyError(errorContext, deletionRefusal);
    }
    const outcome = await mapKubeErrors(errorContext, () =>
      target.cluster.client
        .as(person.kubernetes)
        .delete(claimResource(target.info.api), ref),
    );
    if (outcome === 'absent') {
      throw new NotFoundError(
        `${errorContext.object} no longer exists on ${target.cluster.title}.`,
      );
    }
  }

  #detail(
    { cluster, info }: ClaimTarget,
    object: ClaimObject,
  ): Schemas['ClaimDetail'] {
    const { inventory } = this.#options;
    const claim = { cluster, info, object };
    const facts = inventory.facts(claim);
    const derivedState = deriveClaimState(facts);
    return {
      ...inventory.summary(claim, derivedState),
      hops: hopsOf(facts, derivedState),
      conditions: claimConditions(object),
      manifest: manifestOf(object),
      spec: { ...object.spec },
      ...(info.type === 'instance' && usageOf(object)),
      generation: object.metadata.generation ?? 0,
      planChanges: planChangesOf(info, object.spec),
    };
  }
}
