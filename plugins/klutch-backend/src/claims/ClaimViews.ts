/** What rows and pages show of a claim, from the object as it is now. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ClaimObject } from '../claimApis/claimResource';
import { planChangesOf, versionChangesOf } from '../claimApis/planChoices';
import type { AccessReviews } from '../identity/AccessReviews';
import type { ClaimIndex } from '../inventory/ClaimIndex';
import { claimsByInstance } from '../inventory/claimsOfInstance';
import { deriveClaimState } from '../inventory/claimState';
import { hopsOf } from '../inventory/hops';
import type { Inventory } from '../inventory/Inventory';
import { backupTimes } from '../schedules/planBackups';
import { withHiddenTypes } from './claimAccess';
import { claimConditions } from './claimDetail';
import type { ClaimTarget, LocatedTarget } from './ClaimLocator';
import { manifestOf } from './claimManifest';
import { usageOf } from './claimUsage';
import { reviewAccess } from './reviewAccess';

export interface ClaimViewsOptions {
  index: ClaimIndex;
  inventory: Inventory;
  reviews: AccessReviews;
}

/** Derives rows and pages of claims. */
export class ClaimViews {
  readonly #options: ClaimViewsOptions;

  constructor(options: ClaimViewsOptions) {
    this.#options = options;
  }

  /** What a person may do with a claim, and which claims on it they do not see. */
  async accessOf(
    located: Pick<LocatedTarget, 'person' | 'readGrant' | 'target'>,
  ): Promise<Schemas['ClaimAccess']> {
    const { person, target } = located;
    const { cluster, ref } = target;
    const { index, reviews } = this.#options;
    const subject = { cluster, person };
    const rules = await reviews.rulesOf(subject, [ref.namespace]);
    const access = await reviewAccess(
      reviews,
      subject,
      rules.get(ref.namespace),
      target,
    );
    return withHiddenTypes(access, index.rows(), located);
  }

  /** The row of a claim, from the object as it is now. */
  row({ cluster, info }: ClaimTarget, object: ClaimObject): Schemas['Claim'] {
    const { inventory } = this.#options;
    const claim = { cluster, info, object };
    return inventory.summary(claim, deriveClaimState(inventory.facts(claim)));
  }

  /** See {@link Inventory.subjectOf}. */
  subjectOf({ cluster, info }: ClaimTarget, order: ClaimObject) {
    const { inventory } = this.#options;
    return inventory.subjectOf({ cluster, info, object: order });
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
    };
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
}
