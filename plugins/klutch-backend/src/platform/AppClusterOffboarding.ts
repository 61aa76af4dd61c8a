/** Ends app clusters on the control plane, as the operator who asks. */
import { ConflictError } from '@backstage/errors';
import {
  offboard,
  personId,
  previewOffboarding,
  type Audit,
  type Invitations,
  type OffboardOptions,
} from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { core, type KubeClient } from '@klutch/kube';
import { binderOf } from '../binding/portalIdentity';
import type { AppClusters } from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import { bindingInWords } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';
import { attemptOf, type Act, type AppClusterStore } from './AppClusterStore';

/** What is needed to offboard. */
export interface AppClusterOffboardingOptions {
  appClusters: AppClusters;
  audit: Audit;
  controlPlane: ControlPlane;
  invitations: Pick<Invitations, 'cancel'>;
  store: AppClusterStore;
}

/** Says what would go with an app cluster, and ends it. What a person may not delete on the control plane stays. */
export class AppClusterOffboarding {
  readonly #options: AppClusterOffboardingOptions;

  constructor(options: AppClusterOffboardingOptions) {
    this.#options = options;
  }

  /** Changes nothing. */
  async preview(person: Person, id: string): Promise<Schemas['Offboarding']> {
    const { clusterNamespace, title } = this.#record(id);
    const act = { person, id, doing: `see what goes with ${title}` };
    const found = await this.#onControlPlane(
      act,
      clusterNamespace,
      previewOffboarding,
    );
    const {
      liveObjects = 0,
      uncounted = [],
      text = `Nothing on the control plane belongs to ${title}; the portal would only forget it. To go on, confirm with the name ${clusterNamespace}.`,
    } = found ?? {};
    return { clusterNamespace, liveObjects, text, uncounted };
  }

  /**
   * What failed can be asked for again.
   *
   * @throws ConflictError when it is not confirmed by the name of the cluster namespace, or more would go than was shown;
   * NotAllowedError, before anything is changed, when the person may not delete what goes
   */
  async offboard(
    person: Person,
    id: string,
    { confirm, ...shown }: Schemas['OffboardingRequest'],
  ): Promise<void> {
    const { clusterNamespace, title } = this.#record(id);
    if (confirm !== clusterNamespace) {
      throw new ConflictError(
        `Nothing was changed. To offboard ${title}, confirm with the name ${clusterNamespace}.`,
      );
    }
    const act = { person, id, doing: `offboard ${title}` };
    await this.#end(act, { confirm, shown });
  }

  /**
   * Ends an app cluster that was invited and that no konnector has taken up. Nothing is confirmed, so nothing alive goes.
   *
   * @throws ConflictError when there is data already; NotAllowedError as {@link AppClusterOffboarding.offboard}
   */
  async offboardUnused(person: Person, id: string): Promise<void> {
    const { clusterNamespace, title } = this.#record(id);
    const act = { person, id, doing: `cancel the invitation of ${title}` };
    const found = await this.#onControlPlane(
      act,
      clusterNamespace,
      previewOffboarding,
    );
    if (found && (found.liveObjects > 0 || found.uncounted.length > 0)) {
      throw new ConflictError(
        `Nothing was changed: ${title} has data on the control plane already, so somebody has taken up its invitation. Offboard it instead, which shows what would go.`,
      );
    }
    await this.#end(act, { shown: { liveObjects: 0, uncounted: [] } });
  }

  /** The invitation ends first, so that nothing is made anew while it goes; the portal forgets it last. */
  async #end(
    act: Act,
    consent: Pick<OffboardOptions, 'confirm' | 'shown'>,
  ): Promise<void> {
    const { audit, invitations, store } = this.#options;
    const { clusterNamespace, invitation } = this.#record(act.id);
    const by = binderOf(act.person);
    const forget = await store.remove(act);
    const begin = async () => {
      if (invitation) await invitations.cancel(invitation.id, by);
    };
    const actor = personId(by);
    const found = await this.#onControlPlane(
      act,
      clusterNamespace,
      (operator, name) =>
        offboard(operator, name, { ...consent, actor, audit, begin }),
    );
    if (!found) await begin();
    await forget();
  }

  #record(id: string) {
    return this.#options.appClusters.require(id).record;
  }

  /** Undefined where nothing is: it has gone already, or the app cluster was never connected. */
  async #onControlPlane<T>(
    act: Act,
    name: string,
    call: (operator: KubeClient, name: string) => Promise<T>,
  ): Promise<T | undefined> {
    const { kubernetes } = act.person;
    const operator = this.#options.controlPlane.client.as(kubernetes);
    return bindingInWords(attemptOf(act, kubernetes.user), async () => {
      const isThere = await operator.get(core.namespaces, { name });
      return isThere && call(operator, name);
    });
  }
}
