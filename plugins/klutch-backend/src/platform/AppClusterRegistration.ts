/** Registers app clusters by a kubeconfig and binds APIs to them, as the operator who does it. */
import { bindResources, names, parseApiName } from '@klutch/bind-api';
import {
  type ApiResource,
  type BindingBackend,
  type Invitations,
} from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import {
  core,
  type IntakePolicy,
  type KubeClient,
  type Namespace,
} from '@klutch/kube';
import type { AppClusters } from '../clusters/AppClusters';
import type { AppClusterRecord } from '../clusters/appClusterSecret';
import type { ControlPlane } from '../clusters/ControlPlane';
import { bindingInWords, inWords } from '../errors/kubeErrors';
import { binderOf, tenantOf } from '../binding/portalIdentity';
import type { Person } from '../identity/Caller';
import type { Inventory } from '../inventory/Inventory';
import { portalApiRole } from '../roles/portalRoles';
import { acceptedClaimsOf } from './acceptedClaims';
import {
  attemptOf,
  type Act,
  type AppClusterStore,
  type Write,
} from './AppClusterStore';
import { konnectorReports } from './konnectorReports';
import { idWasUsed, requireFreeId, tenantOfId } from './requireFreeId';
import { anotherCluster, isSameCluster } from './isSameCluster';
import type { Platform } from './Platform';
import { bindingView } from './platformViews';
import { usableKubeconfig, type Uploaded } from './usableKubeconfig';

/** What is needed to register and bind. */
export interface AppClusterRegistrationOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  inventory: Inventory;
  platform: Platform;
  binding: BindingBackend;
  invitations: Pick<Invitations, 'cancel'>;
  store: AppClusterStore;
  policy: IntakePolicy;
  /** Address of the control plane, as app clusters reach it. */
  server: string;
}

/** Lets the portal's user list the claims of an API, by the rights of whoever is at it. */
const letListClaims = (
  appCluster: KubeClient,
  { group, resource }: ApiResource,
) =>
  appCluster.apply(
    core.clusterRoles,
    portalApiRole({ group, plural: resource }),
    { fieldManager: 'klutch-portal', force: true },
  );

/** Registers app clusters and binds APIs to them. */
export class AppClusterRegistration {
  readonly #options: AppClusterRegistrationOptions;

  constructor(options: AppClusterRegistrationOptions) {
    this.#options = options;
  }

  /**
   * Checks everything before anything is stored.
   *
   * @throws InvalidError with the findings, TakenError for an id in use, or that was another app cluster's
   */
  async register(
    person: Person,
    { id, kubeconfig, title }: Schemas['AppClusterRequest'],
  ): Promise<Schemas['PlatformAppCluster']> {
    const { appClusters, policy, store } = this.#options;
    requireFreeId(appClusters, id);
    const act = { person, id, doing: `register the app cluster ${title}` };
    const usable = await usableKubeconfig({
      person,
      title,
      kubeconfig,
      policy,
      alsoCheck: await this.#formerClusterCheck(act, title),
    });
    const write = await store.create(act, {
      id,
      title,
      kubeconfig: usable,
      clusterNamespace: '',
    });
    return this.#store(act, write);
  }

  /**
   * Gives the portal a kubeconfig of an app cluster that has none, or another one; from then on it is as one that was
   * registered so. The command that it was invited by, if any, is refused.
   *
   * @throws InvalidError with the findings, NotFoundError for an unknown app cluster
   */
  async setKubeconfig(
    person: Person,
    id: string,
    { kubeconfig }: Schemas['KubeconfigRequest'],
  ): Promise<Schemas['PlatformAppCluster']> {
    const { appClusters, invitations, policy, store } = this.#options;
    const { record } = appClusters.require(id);
    const { invitation, title } = record;
    const doing = `give the portal a kubeconfig of ${title}`;
    const act = { person, id, doing };
    const usable = await usableKubeconfig({
      person,
      title,
      kubeconfig,
      policy,
      alsoCheck: await this.#sameClusterCheck(act, record),
    });
    const write = await store.change(act, {
      ...record,
      kubeconfig: usable,
      invitation: undefined,
    });
    if (invitation) await invitations.cancel(invitation.id, binderOf(person));
    const view = await this.#store(act, write);
    await this.#showClaims(person, id);
    return view;
  }

  /** Binds an offered API, and gives the portal the right to show its claims. */
  async bindApi(
    person: Person,
    clusterId: string,
    request: Schemas['BindRequest'],
  ): Promise<Schemas['ApiBinding']> {
    const { appClusters, binding, controlPlane, inventory } = this.#options;
    const cluster = appClusters.get(clusterId);
    const { resource } = request;
    const title = inventory.service(resource)?.title ?? resource;
    const api = parseApiName(resource);
    const appCluster = cluster.client.as(person.kubernetes);
    const attempt = {
      doing: `bind ${title} to ${cluster.title}`,
      object: `The binding of ${title}`,
      cluster: cluster.title,
      user: person.kubernetes.user,
    };
    return bindingInWords(attempt, async () => {
      const bound = await binding.bind({
        binder: binderOf(person),
        identity: tenantOf(clusterId),
        appCluster,
        resource: api,
        acceptedClaims: acceptedClaimsOf(controlPlane, request),
        begin: () => letListClaims(appCluster, api),
      });
      const created = await appCluster.get(bindResources.bindings, {
        namespace: names.appClusterNamespace,
        name: bound.binding,
      });
      if (!created) throw new Error(`The binding ${bound.binding} vanished.`);
      return bindingView(created);
    });
  }

  /**
   * For good, with the name of its cluster namespace. That is made, with a token, when something is bound: nobody is here
   * to take a token, and asking for one would end a revocation.
   */
  async #store(act: Act, write: Write): Promise<Schemas['PlatformAppCluster']> {
    const { binding, platform } = this.#options;
    const clusterNamespace = await bindingInWords(attemptOf(act), () =>
      binding.clusterNamespaceOf(tenantOf(act.id)),
    );
    await write({ clusterNamespace });
    const view = platform.appClusters().find(({ id }) => id === act.id);
    if (view) return view;
    throw new Error(`App cluster ${act.id} is stored but not listed.`);
  }

  /** Of an id that was used before: nobody gets the rights and data of another app cluster by its name. */
  async #formerClusterCheck(
    act: Act,
    title: string,
  ): Promise<Uploaded['alsoCheck']> {
    const { clusterNamespace, existing } = await tenantOfId(this.#options, act);
    if (!existing) return undefined;
    const leadsThere = this.#leadsTo(
      act,
      { clusterNamespace, title },
      existing,
    );
    return async client => {
      if (!(await leadsThere(client)))
        throw idWasUsed(act.id, clusterNamespace);
    };
  }

  /** None where no konnector reports: then nobody knows which cluster it is. */
  async #sameClusterCheck(
    act: Act,
    record: Pick<AppClusterRecord, 'clusterNamespace' | 'title'>,
  ): Promise<Uploaded['alsoCheck']> {
    const { controlPlane } = this.#options;
    if (
      !(await konnectorReports(this.#options, act, record.clusterNamespace))
    ) {
      return undefined;
    }
    const found = await inWords(attemptOf(act), () =>
      controlPlane.client.get(core.namespaces, {
        name: record.clusterNamespace,
      }),
    );
    const leadsThere = this.#leadsTo(act, record, found);
    return async client => {
      if (!(await leadsThere(client))) throw anotherCluster(record);
    };
  }

  /** Whether a binding on an app cluster leads to this cluster namespace. */
  #leadsTo(
    act: Act,
    {
      clusterNamespace,
      title,
    }: Pick<AppClusterRecord, 'clusterNamespace' | 'title'>,
    found: Namespace | undefined,
  ): (client: KubeClient) => Promise<boolean> {
    const { server } = this.#options;
    const { person } = act;
    const target = { server, namespace: clusterNamespace };
    const attempt = {
      doing: `see where the bindings on ${title} lead, by their Secrets in ${names.appClusterNamespace}`,
      object: `The app cluster ${title}`,
      cluster: title,
      user: person.kubernetes.user,
    };
    return client =>
      inWords(attempt, () =>
        isSameCluster(client, { target, uid: found?.metadata.uid, person }),
      );
  }

  /** Of what is bound there already. What the person may not pass on, the list of bindings names with what to do. */
  async #showClaims(person: Person, id: string): Promise<void> {
    const { appClusters, platform } = this.#options;
    const { cluster, record } = appClusters.require(id);
    if (!cluster) return;
    const appCluster = cluster.client.as(person.kubernetes);
    const { exports } = platform.seen(record.clusterNamespace);
    await Promise.allSettled(
      exports.map(({ metadata }) =>
        letListClaims(appCluster, parseApiName(metadata.name ?? '')),
      ),
    );
  }
}
