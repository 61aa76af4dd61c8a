/** Which claims a person may see and hand over, in the policy's conditions and on the app cluster. */
import {
  type ClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { claimResource, type ClaimObject } from '../claimApis/claimResource';
import { mapKubeErrors } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';
import type { Inventory } from '../inventory/Inventory';
import { claimSources } from '../permissions/claimSources';
import type { Grant } from '../permissions/Grant';
import {
  claimErrorContext,
  claimNotFound,
  type ClaimTarget,
  type LocatedTarget,
} from './ClaimLocator';
import type { ClaimViews } from './ClaimViews';
import { isObjectName } from './validateNames';

export class ClaimGuard {
  constructor(
    private readonly options: {
      inventory: Pick<Inventory, 'service' | 'serviceOn'>;
      views: Pick<ClaimViews, 'row'>;
    },
  ) {}

  /** @throws NotFoundError for a claim that the person may not see, as the list has no row for it */
  requireVisible(
    { readGrant, target }: Pick<LocatedTarget, 'readGrant' | 'target'>,
    object: ClaimObject,
  ): void {
    if (readGrant.covers(() => this.options.views.row(target, object))) return;
    throw claimNotFound(target);
  }

  /**
   * Requires that each grant covers a claim and those whose data the claim hands over, which are read as the person.
   *
   * @param isDryRun - the claim does not exist yet, and neither need the instance into which a restore is checked
   * @throws NotAllowedError with a message for users, user-facing errors of the cluster
   */
  async requireWithSources(
    grants: readonly Grant<Schemas['Claim']>[],
    { person, target }: Pick<LocatedTarget, 'person' | 'target'>,
    object: ClaimObject,
    isDryRun = false,
  ): Promise<void> {
    const conditional = grants.filter(({ isConditional }) => isConditional);
    if (conditional.length === 0) return;
    const { inventory, views } = this.options;
    const row = views.row(target, object);
    const sources = await claimSources(row, {
      claim: ref => this.#readRow(target, person, ref),
      backupApi: resource => inventory.service(resource)?.relatedApis.backup,
    });
    const [instance, ...others] = sources;
    // A restore into a new instance is checked before that is ordered, and again once it exists.
    const isAhead = isDryRun && row.type === 'restore' && !instance;
    const handedOver = isAhead ? others : [row, ...sources];
    for (const grant of conditional) {
      for (const claim of handedOver) grant.require(() => claim);
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
      info: this.options.inventory.serviceOn(api),
      ref,
    };
    const object = await this.#get(target, person);
    return object && this.options.views.row(target, object);
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
}
