/** Join tokens of app clusters without a kubeconfig: APIs are bound there by running a join command. */
import { ConflictError, NotFoundError } from '@backstage/errors';
import { apiName, parseApiName } from '@klutch/bind-api';
import {
  requireAllowed,
  type BindingBackend,
  type JoinTokens,
  type UsedJoinToken,
  type RequestedApi,
} from '@klutch/binding-backend';
import { explain, type Schemas } from '@klutch/backstage-plugin-klutch-common';
import { principalOf, tenantOf } from '../../binding/portalIdentity';
import type {
  AppClusters,
  RegisteredAppCluster,
} from '../../clusters/AppClusters';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { hasReportedSince } from '../../clusters/konnectorHealth';
import { explainedError } from '../../errors/explainedError';
import { mapBindingErrors } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';
import { acceptedClaimsOf } from './acceptedClaims';
import type { AppClusterOffboarding } from './AppClusterOffboarding';
import {
  appClusterErrorContext,
  type AppClusterOperation,
  type AppClusterStore,
  type Commit,
} from './AppClusterStore';
import { isKonnectorReporting } from './isKonnectorReporting';
import { explainJoinTokenState, joinTokenState } from './joinTokenState';
import type { BoundApis } from '../../inventory/BoundApis';
import {
  idAlreadyUsedError,
  requireFreeId,
  clusterNamespaceOfId,
} from './requireFreeId';

export interface AppClusterJoinTokensOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  boundApis: BoundApis;
  binding: BindingBackend;
  joinTokens: JoinTokens;
  offboarding: Pick<AppClusterOffboarding, 'offboardUnused'>;
  store: AppClusterStore;
  /** The join command also installs a konnector. */
  runsKonnector: boolean;
}

type KnownAppCluster = RegisteredAppCluster['record'];
type AppClusterWithJoinToken = KnownAppCluster & {
  joinToken: NonNullable<KnownAppCluster['joinToken']>;
};

const hasJoinToken = (
  record: KnownAppCluster,
): record is AppClusterWithJoinToken => record.joinToken !== undefined;

/** Creates, replaces and cancels join tokens, and derives their state. */
export class AppClusterJoinTokens {
  readonly #options: AppClusterJoinTokensOptions;

  constructor(options: AppClusterJoinTokensOptions) {
    this.#options = options;
  }

  /**
   * Registers an app cluster. Validates everything before storing anything; nothing is provisioned before the join
   * command is run.
   *
   * @throws InvalidError, AlreadyExistsError for an id that is or was in use, NotFoundError for an API that the user
   * may not bind
   */
  async create(
    person: Person,
    { apis, id, title }: Schemas['JoinTokenRequest'],
  ): Promise<Schemas['NewJoinToken']> {
    const { appClusters, store } = this.#options;
    requireFreeId(appClusters, id);
    const operation = {
      person,
      id,
      action: `create a join command for the app cluster ${title}`,
    };
    const requestedApis = await this.#requestedApis(operation, apis);
    const { clusterNamespace, existing } = await clusterNamespaceOfId(
      this.#options,
      operation,
    );
    if (existing) throw idAlreadyUsedError(id, clusterNamespace);
    const draft = { id, title, clusterNamespace, kubeconfig: '' };
    const commit = await store.create(operation, draft);
    return this.#issue(operation, requestedApis, commit, {
      further: false,
      isConnected: false,
    });
  }

  /**
   * Creates a join token for further APIs of a registered app cluster, and cancels the previous one.
   *
   * @throws ConflictError for an app cluster with a kubeconfig; NotFoundError for an API that the user may not bind
   */
  async replace(
    person: Person,
    id: string,
    { apis }: Schemas['JoinTokenApis'],
  ): Promise<Schemas['NewJoinToken']> {
    const { joinTokens, store } = this.#options;
    const registered = this.#requireKonnectorOnly(id);
    const { record } = registered;
    const action = `create a join command for ${record.title}`;
    const operation = { person, id, action };
    const requestedApis = await this.#requestedApis(operation, apis);
    const commit = await store.update(operation, { ...record, kubeconfig: '' });
    // The token is cancelled before its state is read, so that the state cannot change afterwards.
    if (hasJoinToken(record)) {
      await joinTokens.cancel(record.joinToken.id, principalOf(person));
    }
    const further = await this.#hasJoined(registered);
    // Without heartbeats the join command installs the konnector again, because the konnector may be missing.
    const isConnected =
      further &&
      (await isKonnectorReporting(
        this.#options,
        operation,
        record.clusterNamespace,
      ));
    return this.#issue(operation, requestedApis, commit, {
      further,
      isConnected,
    });
  }

  /** @throws NotFoundError when the app cluster has no join token */
  async get(id: string): Promise<Schemas['JoinToken']> {
    const { record } = this.#requireJoinToken(id);
    const { joinToken, title } = record;
    const { further, resources, expiresAt } = joinToken;
    const state = await this.#stateOf(record);
    const { message, reason, params } = explainJoinTokenState(state, {
      further,
      title,
    });
    return {
      cluster: id,
      title,
      state,
      stateText: message,
      stateReason: reason,
      stateParams: params,
      further,
      expiresAt,
      resources,
    };
  }

  /**
   * Deletes what was created for the app cluster on the control plane, so that its id can be used again. An app
   * cluster that was connected before keeps its state.
   *
   * @throws ConflictError when the konnector has connected with the join token, or the app cluster has data
   */
  async cancel(person: Person, id: string): Promise<void> {
    const { joinTokens, offboarding, store } = this.#options;
    const registered = this.#requireJoinToken(id);
    const { record } = registered;
    const { joinToken, title } = record;
    if (['Arrived', 'Ready'].includes(await this.#stateOf(record))) {
      throw explainedError(
        ConflictError,
        explain('AppClusterIsConnected', { cluster: title }),
      );
    }
    if (!(await this.#hasJoined(registered))) {
      await offboarding.offboardUnused(person, id);
      return;
    }
    const operation = {
      person,
      id,
      action: `cancel the join command of ${title}`,
    };
    const withoutJoinToken = {
      ...record,
      kubeconfig: '',
      joinToken: undefined,
    };
    const commit = await store.update(operation, withoutJoinToken);
    await joinTokens.cancel(joinToken.id, principalOf(person));
    await commit({});
  }

  /** The APIs to bind, provided that the user may bind all of them. */
  async #requestedApis(
    operation: AppClusterOperation,
    apis: Schemas['BindRequest'][],
  ): Promise<RequestedApi[]> {
    const { binding, controlPlane } = this.#options;
    const names = apis.map(({ resource }) => parseApiName(resource));
    await mapBindingErrors(appClusterErrorContext(operation), () =>
      requireAllowed(binding, principalOf(operation.person), names),
    );
    return apis.map(api => ({
      resource: parseApiName(api.resource),
      acceptedClaims: acceptedClaimsOf(controlPlane, api),
    }));
  }

  /** Creates the join token and stores its record. */
  async #issue(
    operation: AppClusterOperation,
    apis: RequestedApi[],
    commit: Commit,
    { further, isConnected }: { further: boolean; isConnected: boolean },
  ): Promise<Schemas['NewJoinToken']> {
    const { joinTokens, runsKonnector } = this.#options;
    const binder = principalOf(operation.person);
    const identity = tenantOf(operation.id);
    const created = await mapBindingErrors(
      appClusterErrorContext(operation),
      () => joinTokens.create({ binder, identity, apis, isConnected }),
    );
    const { id, joinCommand } = created;
    const expiresAt = created.expiresAt.toISOString();
    const resources = apis.map(({ resource }) => apiName(resource));
    try {
      await commit({ joinToken: { id, expiresAt, resources, further } });
    } catch (error) {
      await joinTokens.cancel(id, binder);
      throw error;
    }
    return {
      ...(await this.get(operation.id)),
      command: joinCommand,
      runsKonnector: runsKonnector || isConnected,
    };
  }

  async #stateOf(
    record: AppClusterWithJoinToken,
  ): Promise<Schemas['JoinTokenState']> {
    const { boundApis, joinTokens } = this.#options;
    const { clusterNamespace, joinToken } = record;
    // The order matters: the last used join token is recorded before the token becomes inactive.
    const isActive = await joinTokens.isActive(joinToken.id);
    const lastUsed = await this.#lastUsedJoinToken(record);
    const observed = boundApis.controlPlaneState(clusterNamespace);
    const now = new Date();
    return joinTokenState({ joinToken, isActive, now, lastUsed, ...observed });
  }

  /** Whether a konnector has connected with this join token or an earlier one of the same registration. */
  async #hasJoined({
    record,
    registeredAt,
  }: RegisteredAppCluster): Promise<boolean> {
    if (!hasJoinToken(record) || record.joinToken.further) return true;
    const lastUsed = await this.#lastUsedJoinToken(record);
    if (!lastUsed || lastUsed.at < registeredAt) return false;
    const { clusterBinding } = this.#options.boundApis.controlPlaneState(
      record.clusterNamespace,
    );
    return hasReportedSince(clusterBinding, new Date(), lastUsed.at);
  }

  #lastUsedJoinToken({
    clusterNamespace,
    id,
    title,
  }: KnownAppCluster): Promise<UsedJoinToken | undefined> {
    const action = `see the state of the join command of ${title}`;
    return mapBindingErrors(appClusterErrorContext({ action, id }), () =>
      this.#options.binding.lastUsedJoinToken(clusterNamespace),
    );
  }

  #requireJoinToken(
    id: string,
  ): RegisteredAppCluster & { record: AppClusterWithJoinToken } {
    const registered = this.#options.appClusters.find(id);
    if (registered && hasJoinToken(registered.record)) {
      return { ...registered, record: registered.record };
    }
    throw explainedError(
      NotFoundError,
      explain('JoinCommandMissing', { cluster: id }),
    );
  }

  #requireKonnectorOnly(id: string): RegisteredAppCluster {
    const registered = this.#options.appClusters.require(id);
    if (registered.connection === 'konnector') return registered;
    throw explainedError(
      ConflictError,
      explain('JoinCommandNotNeeded', { cluster: registered.record.title }),
    );
  }
}
