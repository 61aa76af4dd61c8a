/** App clusters that the portal has no kubeconfig of: what is to be bound there is brought by a command. */
import { ConflictError, NotFoundError } from '@backstage/errors';
import { apiName, parseApiName } from '@klutch/bind-api';
import {
  requireAllowed,
  type BindingBackend,
  type Invitations,
  type TakenInvitation,
  type WantedApi,
} from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { binderOf, tenantOf } from '../binding/portalIdentity';
import type {
  AppClusters,
  RegisteredAppCluster,
} from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import { bindingInWords } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';
import { acceptedClaimsOf } from './acceptedClaims';
import type { AppClusterOffboarding } from './AppClusterOffboarding';
import {
  attemptOf,
  type Act,
  type AppClusterStore,
  type Write,
} from './AppClusterStore';
import { invitationState, invitationText } from './invitationState';
import { hasReportedSince } from './konnectorHealth';
import { konnectorReports } from './konnectorReports';
import type { Platform } from './Platform';
import { idWasUsed, requireFreeId, tenantOfId } from './requireFreeId';

/** What is needed to invite. */
export interface AppClusterInvitationsOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  platform: Platform;
  binding: BindingBackend;
  invitations: Invitations;
  offboarding: Pick<AppClusterOffboarding, 'offboardUnused'>;
  store: AppClusterStore;
  /** Invited app clusters are given a konnector. */
  runsKonnector: boolean;
}

type Known = RegisteredAppCluster['record'];
type Invited = Known & { invitation: NonNullable<Known['invitation']> };

const isInvited = (record: Known): record is Invited =>
  record.invitation !== undefined;

/** Invites app clusters, and tells how far they have come. */
export class AppClusterInvitations {
  readonly #options: AppClusterInvitationsOptions;

  constructor(options: AppClusterInvitationsOptions) {
    this.#options = options;
  }

  /**
   * Registers a new one. Checks everything before anything is stored; nothing is provisioned before the command is run.
   *
   * @throws InvalidError, TakenError for an id that is or was in use, NotFoundError for an API that this person may not bind
   */
  async invite(
    person: Person,
    { apis, id, title }: Schemas['AppClusterInvitationRequest'],
  ): Promise<Schemas['NewAppClusterInvitation']> {
    const { appClusters, store } = this.#options;
    requireFreeId(appClusters, id);
    const act = { person, id, doing: `invite the app cluster ${title}` };
    const wanted = await this.#wanted(act, apis);
    const { clusterNamespace, existing } = await tenantOfId(this.#options, act);
    if (existing) throw idWasUsed(id, clusterNamespace);
    const draft = { id, title, clusterNamespace, kubeconfig: '' };
    const write = await store.create(act, draft);
    return this.#invite(act, wanted, write, {
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
  async inviteAgain(
    person: Person,
    id: string,
    { apis }: Schemas['InvitedApis'],
  ): Promise<Schemas['NewAppClusterInvitation']> {
    const { invitations, store } = this.#options;
    const registered = this.#withoutKubeconfig(id);
    const { record } = registered;
    const doing = `make a command for ${record.title}`;
    const act = { person, id, doing };
    const wanted = await this.#wanted(act, apis);
    const write = await store.change(act, { ...record, kubeconfig: '' });
    // First, so that nobody takes it up after it was asked how far it has come.
    if (isInvited(record)) {
      await invitations.cancel(record.invitation.id, binderOf(person));
    }
    const further = await this.#hasArrived(registered);
    // One that is silent gets everything anew: perhaps its konnector is what is missing.
    const isConnected =
      further &&
      (await konnectorReports(this.#options, act, record.clusterNamespace));
    return this.#invite(act, wanted, write, { further, isConnected });
  }

  /** @throws NotFoundError when no app cluster of this id is invited */
  async get(id: string): Promise<Schemas['AppClusterInvitation']> {
    const { record } = this.#invited(id);
    const { invitation, title } = record;
    const { further, resources, until } = invitation;
    const state = await this.#stateOf(record);
    return {
      cluster: id,
      title,
      state,
      stateText: invitationText(state, { further, title }),
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
    const { invitations, offboarding, store } = this.#options;
    const registered = this.#invited(id);
    const { record } = registered;
    const { invitation, title } = record;
    if (['Arrived', 'Ready'].includes(await this.#stateOf(record))) {
      throw new ConflictError(
        `${title} is connected already. If somebody else has read its command, end its tokens; to be rid of it, remove its bindings there and offboard it.`,
      );
    }
    if (!(await this.#hasArrived(registered))) {
      await offboarding.offboardUnused(person, id);
      return;
    }
    const act = { person, id, doing: `cancel the invitation of ${title}` };
    const uninvited = { ...record, kubeconfig: '', invitation: undefined };
    const write = await store.change(act, uninvited);
    await invitations.cancel(invitation.id, binderOf(person));
    await write({});
  }

  /** What is to be bound, when this person may bind all of it. */
  async #wanted(
    act: Act,
    apis: Schemas['BindRequest'][],
  ): Promise<WantedApi[]> {
    const { binding, controlPlane } = this.#options;
    const names = apis.map(({ resource }) => parseApiName(resource));
    await bindingInWords(attemptOf(act), () =>
      requireAllowed(binding, binderOf(act.person), names),
    );
    return apis.map(api => ({
      resource: parseApiName(api.resource),
      acceptedClaims: acceptedClaimsOf(controlPlane, api),
    }));
  }

  /** Makes the command, and stores that there is one. */
  async #invite(
    act: Act,
    apis: WantedApi[],
    write: Write,
    { further, isConnected }: { further: boolean; isConnected: boolean },
  ): Promise<Schemas['NewAppClusterInvitation']> {
    const { invitations, runsKonnector } = this.#options;
    const binder = binderOf(act.person);
    const identity = tenantOf(act.id);
    const { command, expiresAt, id } = await bindingInWords(
      attemptOf(act),
      () => invitations.invite({ binder, identity, apis, isConnected }),
    );
    const until = expiresAt.toISOString();
    const resources = apis.map(({ resource }) => apiName(resource));
    try {
      await write({ invitation: { id, until, resources, further } });
    } catch (error) {
      await invitations.cancel(id, binder);
      throw error;
    }
    return {
      ...(await this.get(act.id)),
      command,
      runsKonnector: runsKonnector || isConnected,
    };
  }

  async #stateOf(
    record: Invited,
  ): Promise<Schemas['AppClusterInvitationState']> {
    const { invitations, platform } = this.#options;
    const { clusterNamespace, invitation } = record;
    // In this order: what was taken up is noted before the code is refused.
    const isOpen = await invitations.isOpen(invitation.id);
    const taken = await this.#taken(record);
    const seen = platform.seen(clusterNamespace);
    const now = new Date();
    return invitationState({ invitation, isOpen, now, taken, ...seen });
  }

  /** Its konnector has come, by this invitation or one before it, but in no earlier life of the id. */
  async #hasArrived({
    record,
    registeredAt,
  }: RegisteredAppCluster): Promise<boolean> {
    if (!isInvited(record) || record.invitation.further) return true;
    const taken = await this.#taken(record);
    if (!taken || taken.at < registeredAt) return false;
    const { clusterBinding } = this.#options.platform.seen(
      record.clusterNamespace,
    );
    return hasReportedSince(clusterBinding, new Date(), taken.at);
  }

  #taken({
    clusterNamespace,
    id,
    title,
  }: Known): Promise<TakenInvitation | undefined> {
    const doing = `see how far ${title} has come`;
    return bindingInWords(attemptOf({ doing, id }), () =>
      this.#options.binding.takenInvitation(clusterNamespace),
    );
  }

  #invited(id: string): RegisteredAppCluster & { record: Invited } {
    const registered = this.#options.appClusters.find(id);
    if (registered && isInvited(registered.record)) {
      return { ...registered, record: registered.record };
    }
    throw new NotFoundError(
      `No app cluster "${id}" is invited. Choose one of those that are registered.`,
    );
  }

  #withoutKubeconfig(id: string): RegisteredAppCluster {
    const registered = this.#options.appClusters.require(id);
    if (registered.connection === 'konnector') return registered;
    throw new ConflictError(
      `The portal has a kubeconfig of ${registered.record.title}. Bind the API there: no command is needed.`,
    );
  }
}
