/** Offboards app clusters on the control plane, impersonating the operator. */
import { ConflictError } from '@backstage/errors';
import {
  offboard,
  personId,
  previewOffboarding,
  type Audit,
  type JoinTokens,
  type OffboardOptions,
} from '@klutch/binding-backend';
import { explain, type Schemas } from '@klutch/backstage-plugin-klutch-common';
import { core, type KubeClient } from '@klutch/kube';
import { principalOf } from '../../binding/portalIdentity';
import type { AppClusters } from '../../clusters/AppClusters';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { explainedError } from '../../errors/explainedError';
import { mapBindingErrors } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';
import {
  appClusterErrorContext,
  type AppClusterOperation,
  type AppClusterStore,
} from './AppClusterStore';
import { offboardedObjects } from './offboardedObjects';

export interface AppClusterOffboardingOptions {
  appClusters: AppClusters;
  audit: Audit;
  controlPlane: ControlPlane;
  joinTokens: Pick<JoinTokens, 'cancel'>;
  store: AppClusterStore;
  /** Title of the service of an API. */
  titleOf: (resource: string) => string;
}

/**
 * Previews what offboarding deletes, and offboards. Objects that the operator may not delete on the control plane
 * remain.
 */
export class AppClusterOffboarding {
  readonly #options: AppClusterOffboardingOptions;

  constructor(options: AppClusterOffboardingOptions) {
    this.#options = options;
  }

  /** Lists what offboarding would delete, without changes. */
  async preview(person: Person, id: string): Promise<Schemas['Offboarding']> {
    const { clusterNamespace, title } = this.#record(id);
    const operation = {
      person,
      id,
      action: `see what offboarding ${title} deletes`,
    };
    const found = await this.#onControlPlane(
      operation,
      clusterNamespace,
      previewOffboarding,
    );
    if (found) {
      const { liveObjects, text, uncounted } = found;
      const { titleOf } = this.#options;
      return {
        clusterNamespace,
        liveObjects,
        text,
        uncounted,
        ...offboardedObjects(found, titleOf),
      };
    }
    const { message, reason, params } = explain('OffboardingRegistrationOnly', {
      cluster: title,
    });
    return {
      clusterNamespace,
      apis: [],
      namespaces: [],
      liveObjects: 0,
      text: message,
      textReason: reason,
      textParams: params,
      uncounted: [],
    };
  }

  /**
   * Offboards an app cluster; a failed call can be repeated.
   *
   * @throws ConflictError when the confirmation is neither the title of the app cluster nor the name of its cluster
   * namespace, or more would be deleted than was shown; NotAllowedError, before any change, when the user may not delete
   * all affected objects
   */
  async offboard(
    person: Person,
    id: string,
    { confirm, ...shown }: Schemas['OffboardingRequest'],
  ): Promise<void> {
    const { clusterNamespace, title } = this.#record(id);
    if (confirm !== title && confirm !== clusterNamespace) {
      throw explainedError(
        ConflictError,
        explain('OffboardingNotConfirmed', { cluster: title }),
      );
    }
    const operation = { person, id, action: `offboard ${title}` };
    await this.#offboardConfirmed(operation, {
      confirm: clusterNamespace,
      shown,
    });
  }

  /**
   * Offboards an app cluster whose join token was not used. No confirmation is needed, because the app cluster has no
   * data.
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
      throw explainedError(
        ConflictError,
        explain('JoinCommandWasUsed', { cluster: title }),
      );
    }
    await this.#offboardConfirmed(operation, {
      shown: { liveObjects: 0, uncounted: [] },
    });
  }

  /** Cancels the join token first, so that nothing is created meanwhile, and deletes the registration last. */
  async #offboardConfirmed(
    operation: AppClusterOperation,
    confirmation: Pick<OffboardOptions, 'confirm' | 'shown'>,
  ): Promise<void> {
    const { audit, joinTokens, store } = this.#options;
    const { clusterNamespace, joinToken } = this.#record(operation.id);
    const by = principalOf(operation.person);
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

  /**
   * Runs `call` if the cluster namespace exists. Undefined when it was deleted already, or the app cluster was never
   * connected.
   */
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
