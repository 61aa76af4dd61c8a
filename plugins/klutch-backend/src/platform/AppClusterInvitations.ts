/** App clusters that connect by their konnector alone: the portal never has a kubeconfig of them. */
import { ConflictError, NotFoundError } from '@backstage/errors';
import { parseApiName } from '@klutch/bind-api';
import {
  requireAllowed,
  type BindingBackend,
  type Invitations,
} from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { core } from '@klutch/kube';
import { binderOf, tenantOf } from '../binding/portalIdentity';
import {
  appClusterSecret,
  appClusterSecretName,
  type InvitationRecord,
} from '../clusters/appClusterSecret';
import type { AppClusters } from '../clusters/AppClusters';
import { CONTROL_PLANE, type ControlPlane } from '../clusters/ControlPlane';
import { bindingInWords, inWords } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';
import { acceptedClaimsOf } from './acceptedClaims';
import { invitationState, invitationText } from './invitationState';
import type { Platform } from './Platform';
import { requireFreeId } from './requireFreeId';

/** What is needed to invite. */
export interface AppClusterInvitationsOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  platform: Platform;
  binding: BindingBackend;
  invitations: Invitations;
  portalNamespace: string;
  /** Invited app clusters are given a konnector. */
  runsKonnector: boolean;
}

const fieldManager = 'klutch-portal';

/** How long a new app cluster may take until the portal lists it. */
const LISTED_MS = 5_000;

const attemptOf = (doing: string, id: string, user?: string) => ({
  doing,
  object: `The app cluster "${id}"`,
  cluster: CONTROL_PLANE,
  user,
});

/** Invites app clusters, and tells how far they have come. */
export class AppClusterInvitations {
  readonly #options: AppClusterInvitationsOptions;

  constructor(options: AppClusterInvitationsOptions) {
    this.#options = options;
  }

  /**
   * Checks everything before anything is stored; nothing is provisioned before the command is run.
   *
   * @throws InvalidError, TakenError for an id in use, NotFoundError for an API that this person may not bind
   */
  async invite(
    person: Person,
    request: Schemas['AppClusterInvitationRequest'],
  ): Promise<Schemas['NewAppClusterInvitation']> {
    const { appClusters, binding, controlPlane, invitations } = this.#options;
    const { id, title } = request;
    requireFreeId(appClusters, id);
    const binder = binderOf(person);
    const identity = tenantOf(id);
    const doing = `invite the app cluster ${title}`;
    const attempt = attemptOf(doing, id);
    const apis = request.apis.map(({ resource }) => parseApiName(resource));
    await bindingInWords(attempt, () => requireAllowed(binding, binder, apis));
    const wanted = request.apis.map(api => ({
      resource: parseApiName(api.resource),
      acceptedClaims: acceptedClaimsOf(controlPlane, api),
    }));

    const operator = controlPlane.client.as(person.kubernetes);
    const store = async (invitation: InvitationRecord, dryRun: boolean) => {
      const secret = appClusterSecret(this.#options.portalNamespace, {
        id,
        title,
        kubeconfig: '',
        clusterNamespace: await bindingInWords(attempt, () =>
          binding.clusterNamespaceOf(identity),
        ),
        invitation,
      });
      const { user } = person.kubernetes;
      await inWords(attemptOf(doing, id, user), () =>
        operator.create(core.secrets, secret, { dryRun, fieldManager }),
      );
    };
    const resources = request.apis.map(({ resource }) => resource);
    const until = new Date().toISOString();
    await store({ id: 'not-yet', until, resources }, true);
    const invited = await bindingInWords(attempt, () =>
      invitations.invite({ binder, identity, apis: wanted }),
    );
    try {
      await store(
        { id: invited.id, until: invited.expiresAt.toISOString(), resources },
        false,
      );
    } catch (error) {
      await invitations.cancel(invited.id, binder);
      throw error;
    }
    await appClusters.whenConnected(id, AbortSignal.timeout(LISTED_MS));
    return {
      ...(await this.get(id)),
      command: invited.command,
      runsKonnector: this.#options.runsKonnector,
    };
  }

  /** @throws NotFoundError when no app cluster of this id was invited */
  async get(id: string): Promise<Schemas['AppClusterInvitation']> {
    const { invitation, record } = this.#invited(id);
    const { invitations, platform } = this.#options;
    const state = invitationState(
      {
        invitation,
        isOpen: await invitations.isOpen(invitation.id),
        ...platform.seen(record.clusterNamespace),
      },
      new Date(),
    );
    return {
      cluster: id,
      title: record.title,
      state,
      stateText: invitationText(state, record.title),
      expiresAt: invitation.until,
      resources: invitation.resources,
    };
  }

  /**
   * The code first, so that it is refused whatever comes after; then what somebody may hold already.
   *
   * @throws ConflictError for an app cluster whose konnector has arrived
   */
  async cancel(person: Person, id: string): Promise<void> {
    const { binding, controlPlane, invitations } = this.#options;
    const { invitation, record } = this.#invited(id);
    const { state } = await this.get(id);
    if (state === 'Arrived' || state === 'Ready') {
      throw new ConflictError(
        `${record.title} is connected already. Remove its bindings there and offboard it on the control plane instead.`,
      );
    }
    const by = binderOf(person);
    await invitations.cancel(invitation.id, by);
    const doing = `cancel the invitation of ${record.title}`;
    await bindingInWords(attemptOf(doing, id), () =>
      binding.revoke(tenantOf(id), by),
    );
    const operator = controlPlane.client.as(person.kubernetes);
    await inWords(attemptOf(doing, id, person.kubernetes.user), () =>
      operator.delete(core.secrets, {
        namespace: this.#options.portalNamespace,
        name: appClusterSecretName(id),
      }),
    );
  }

  #invited(id: string) {
    const record = this.#options.appClusters.find(id)?.record;
    const invitation = record?.invitation;
    if (record && invitation) return { record, invitation };
    throw new NotFoundError(
      `No app cluster "${id}" was invited. Choose one of those that are registered.`,
    );
  }
}
