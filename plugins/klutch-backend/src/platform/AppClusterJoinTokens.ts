/** App clusters that the portal has no kubeconfig of: what is to be bound there is brought by a command. */
import { ConflictError, NotFoundError } from '@backstage/errors';
import { apiName, parseApiName } from '@klutch/bind-api';
import {
  requireAllowed,
  type BindingBackend,
  type JoinTokens,
  type UsedJoinToken,
  type RequestedApi,
} from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { binderOf, tenantOf } from '../binding/portalIdentity';
import type {
  AppClusters,
  RegisteredAppCluster,
} from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import { mapBindingErrors } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';
import { acceptedClaimsOf } from './acceptedClaims';
import type { AppClusterOffboarding } from './AppClusterOffboarding';
import {
  appClusterErrorContext,
  type AppClusterOperation,
  type AppClusterStore,
  type Commit,
} from './AppClusterStore';
import { joinTokenState, joinTokenText } from './joinTokenState';
import { hasReportedSince } from './konnectorHealth';
import { isKonnectorReporting } from './isKonnectorReporting';
import type { Platform } from './Platform';
import { idAlreadyUsedError, requireFreeId, clusterNamespaceOfId } from './requireFreeId';

/** What is needed to invite. */
export interface AppClusterJoinTokensOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  platform: Platform;
  binding: BindingBackend;
  joinTokens: JoinTokens;
  offboarding: Pick<AppClusterOffboarding, 'offboardUnused'>;
  store: AppClusterStore;
  /** Invited app clusters are given a konnector. */
  runsKonnector: boolean;
}

type KnownAppCluster = RegisteredAppCluster['record'];
type AppClusterWithJoinToken = KnownAppCluster & { invitation: NonNullable<KnownAppCluster['joinToken']> };

const hasJoinToken = (record: KnownAppCluster): record is AppClusterWithJoinToken =>
  record.joinToken !== undefined;

/** Invites app clusters, and tells how far they have come. */
export class AppClusterJoinTokens {
  readonly #options: AppClusterJoinTokensOptions;

  constructor(options: AppClusterJoinTokensOptions) {
    this.#options = options;
  }

  /**
   * Registers a new one. Checks everything before anything is stored; nothing is provisioned before the command is run.
   *
   * @throws InvalidError, TakenError for an id that is or was in use, NotFoundError for an API that this person may not bind
   */
  async create(
    person: Person,
    { apis, id, title }: Schemas['AppClusterInvitationRequest'],
  ): Promise<Schemas['NewAppClusterInvitation']> {
    const { appClusters, store } = this.#options;
    requireFreeId(appClusters, id);
    const operation = { person, id, doing: `invite the app cluster ${title}` };
    const requestedApis = await this.#requestedApis(operation, apis);
    const { clusterNamespace, existing } = await clusterNamespaceOfId(this.#options, operation);
    if (existing) throw idAlreadyUsedError(id, clusterNamespace);
    const draft = { id, title, clusterNamespace, kubeconfig: '' };
    const commit = await store.create(operation, draft);
    return this.#create(operation, requestedApis, commit, {
      further: false,
      isConnected: false,
    });
  }

  /**
   * Invites one that is registered to these APIs, in place of whatever it was invited to before and has not taken up.
   *
   * @throws ConflictError for one that the portal has a kubeconfig of; NotFoundError for an API that this person may
   * not bind
   */
  async replace(
    person: Person,
    id: string,
    { apis }: Schemas['InvitedApis'],
  ): Promise<Schemas['NewAppClusterInvitation']> {
    const { joinTokens, store } = this.#options;
    const registered = this.#requireKonnectorOnly(id);
    const { record } = registered;
    const action = `make a command for ${record.title}`;
    const operation = { person, id, doing: action };
    const requestedApis = await this.#requestedApis(operation, apis);
    const commit = await store.update(operation, { ...record, kubeconfig: '' });
    // First, so that nobody takes it up after it was asked how far it has come.
    if (hasJoinToken(record)) {
      await joinTokens.cancel(record.joinToken.id, binderOf(person));
    }
    const further = await this.#hasJoined(registered);
    // One that is silent gets everything anew: perhaps its konnector is what is missing.
    const isConnected =
      further &&
      (await isKonnectorReporting(this.#options, operation, record.clusterNamespace));
    return this.#create(operation, requestedApis, commit, { further, isConnected });
  }

  /** @throws NotFoundError when no app cluster of this id is invited */
  async get(id: string): Promise<Schemas['AppClusterInvitation']> {
    const { record } = this.#requireJoinToken(id);
    const { joinToken, title } = record;
    const { further, resources, expiresAt: until } = joinToken;
    const state = await this.#stateOf(record);
    return {
      cluster: id,
      title,
      state,
      stateText: joinTokenText(state, { further, title }),
      further,
      expiresAt: until,
      resources,
    };
  }

  /**
   * What was made for it on the control plane goes: an id that is free again stands for nothing. One that had arrived
   * before stays as it was.
   *
   * @throws ConflictError for an invitation that was taken up by a konnector, or whose app cluster has data
   */
  async cancel(person: Person, id: string): Promise<void> {
    const { joinTokens, offboarding, store } = this.#options;
    const registered = this.#requireJoinToken(id);
    const { record } = registered;
    const { joinToken, title } = record;
    if (['Arrived', 'Ready'].includes(await this.#stateOf(record))) {
      throw new ConflictError(
        `${title} is connected already. If somebody else has read its command, end its tokens; to be rid of it, remove its bindings there and offboard it.`,
      );
    }
    if (!(await this.#hasJoined(registered))) {
      await offboarding.offboardUnused(person, id);
      return;
    }
    const operation = { person, id, doing: `cancel the invitation of ${title}` };
    const withoutJoinToken = { ...record, kubeconfig: '', invitation: undefined };
    const commit = await store.update(operation, withoutJoinToken);
    await joinTokens.cancel(joinToken.id, binderOf(person));
    await commit({});
  }

  /** What is to be bound, when this person may bind all of it. */
  async #requestedApis(
    operation: AppClusterOperation,
    apis: Schemas['BindRequest'][],
  ): Promise<RequestedApi[]> {
    const { binding, controlPlane } = this.#options;
    const names = apis.map(({ resource }) => parseApiName(resource));
    await mapBindingErrors(appClusterErrorContext(operation), () =>
      requireAllowed(binding, binderOf(operation.person), names),
    );
    return apis.map(api => ({
      resource: parseApiName(api.resource),
      acceptedClaims: acceptedClaimsOf(controlPlane, api),
    }));
  }

  /** Makes the command, and stores that there is one. */
  async #create(
    operation: AppClusterOperation,
    apis: RequestedApi[],
    commit: Commit,
    { further, isConnected }: { further: boolean; isConnected: boolean },
  ): Promise<Schemas['NewAppClusterInvitation']> {
    const { joinTokens, runsKonnector } = this.#options;
    const binder = binderOf(operation.person);
    const identity = tenantOf(operation.id);
    const { joinCommand, expiresAt, id } = await mapBindingErrors(
      appClusterErrorContext(operation),
      () => joinTokens.create({ binder, identity, apis, isConnected }),
    );
    const until = expiresAt.toISOString();
    const resources = apis.map(({ resource }) => apiName(resource));
    try {
      await commit({ joinToken: { id, expiresAt: until, resources, further } });
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
  ): Promise<Schemas['AppClusterInvitationState']> {
    const { joinTokens, platform } = this.#options;
    const { clusterNamespace, joinToken } = record;
    // In this order: what was taken up is noted before the code is refused.
    const isActive = await joinTokens.isActive(joinToken.id);
    const lastUsed = await this.#lastUsedJoinToken(record);
    const observed = platform.controlPlaneState(clusterNamespace);
    const now = new Date();
    return joinTokenState({ joinToken, isActive, now, lastUsed, ...observed });
  }

  /** Its konnector has come, by this invitation or one before it, but in no earlier life of the id. */
  async #hasJoined({
    record,
    registeredAt,
  }: RegisteredAppCluster): Promise<boolean> {
    if (!hasJoinToken(record) || record.joinToken.further) return true;
    const taken = await this.#lastUsedJoinToken(record);
    if (!taken || taken.at < registeredAt) return false;
    const { clusterBinding } = this.#options.platform.controlPlaneState(
      record.clusterNamespace,
    );
    return hasReportedSince(clusterBinding, new Date(), taken.at);
  }

  #lastUsedJoinToken({
    clusterNamespace,
    id,
    title,
  }: KnownAppCluster): Promise<UsedJoinToken | undefined> {
    const action = `see how far ${title} has come`;
    return mapBindingErrors(appClusterErrorContext({ action, id }), () =>
      this.#options.binding.lastUsedJoinToken(clusterNamespace),
    );
  }

  #requireJoinToken(id: string): RegisteredAppCluster & { record: AppClusterWithJoinToken } {
    const registered = this.#options.appClusters.find(id);
    if (registered && hasJoinToken(registered.record)) {
      return { ...registered, record: registered.record };
    }
    throw new NotFoundError(
      `No app cluster "${id}" is invited. Choose one of those that are registered.`,
    );
  }

  #requireKonnectorOnly(id: string): RegisteredAppCluster {
    const registered = this.#options.appClusters.require(id);
    if (registered.connection === 'konnector') return registered;
    throw new ConflictError(
      `The portal has a kubeconfig of ${registered.record.title}. Bind the API there: no command is needed.`,
    );
  }
}
