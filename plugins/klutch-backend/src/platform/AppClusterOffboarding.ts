/** Ends app clusters on the control plane, as the operator who asks. */
import { ConflictError } from '@backstage/errors';
import {
  offboard,
  personId,
  previewOffboarding,
  type Audit,
  type JoinTokens,
  type OffboardOptions,
} from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { core, type KubeClient } from '@klutch/kube';
import { binderOf } from '../binding/portalIdentity';
import type { AppClusters } from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import { mapBindingErrors } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';
import {
  appClusterErrorContext,
  type AppClusterOperation,
  type AppClusterStore,
} from './AppClusterStore';

/** What is needed to offboard. */
export interface AppClusterOffboardingOptions {
  appClusters: AppClusters;
  audit: Audit;
  controlPlane: ControlPlane;
  joinTokens: Pick<JoinTokens, 'cancel'>;
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
    const operation = { person, id, action: `see what goes with ${title}` };
    const found = await this.#onControlPlane(
      operation,
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
    const operation = { person, id, action: `offboard ${title}` };
    await this.#offboardConfirmed(operation, { confirm, shown });
  }

  /**
   * Offboards an app cluster whose join token was not used. No confirmation is needed, because it has no data.
   *
   * @throws ConflictError when there is data already; NotAllowedError as {@link AppClusterOffboarding.offboard}
   */
  async offboardUnused(person: Person, id: string): Promise<void> {
    const { clusterNamespace, title } = this.#record(id);
    const operation = {
      person,
      id,
      action: `cancel the join command of ${title}`,
    };
    const found = await this.#onControlPlane(
      operation,
      clusterNamespace,
      previewOffboarding,
    );
    if (found && (found.liveObjects > 0 || found.uncounted.length > 0)) {
      throw new ConflictError(
        `Nothing was changed: ${title} has data on the control plane already, so somebody has used its join command. Offboard it instead, which shows what would go.`,
      );
    }
    await this.#offboardConfirmed(operation, {
      shown: { liveObjects: 0, uncounted: [] },
    });
  }

  /** The join token is cancelled first, so that nothing is created meanwhile; the registration is deleted last. */
  async #offboardConfirmed(
    operation: AppClusterOperation,
    confirmation: Pick<OffboardOptions, 'confirm' | 'shown'>,
  ): Promise<void> {
    const { audit, joinTokens, store } = this.#options;
    const { clusterNamespace, joinToken } = this.#record(operation.id);
    const by = binderOf(operation.person);
    const commitRemoval = await store.remove(operation);
    const cancelJoinToken = async () => {
      if (joinToken) await joinTokens.cancel(joinToken.id, by);
    };
    const actor = personId(by);
    const found = await this.#onControlPlane(
      operation,
      clusterNamespace,
      (operator, name) =>
        offboard(operator, name, {
          ...confirmation,
          actor,
          audit,
          beforeChanges: cancelJoinToken,
        }),
    );
    if (!found) await cancelJoinToken();
    await commitRemoval();
  }

  #record(id: string) {
    return this.#options.appClusters.require(id).record;
  }

  /** Undefined where nothing is: it has gone already, or the app cluster was never connected. */
  async #onControlPlane<T>(
    operation: AppClusterOperation,
    name: string,
    call: (operator: KubeClient, name: string) => Promise<T>,
  ): Promise<T | undefined> {
    const { kubernetes } = operation.person;
    const operator = this.#options.controlPlane.client.as(kubernetes);
    return mapBindingErrors(
      appClusterErrorContext(operation, kubernetes.user),
      async () => {
        const existing = await operator.get(core.namespaces, { name });
        return existing && call(operator, name);
      },
    );
  }
}
