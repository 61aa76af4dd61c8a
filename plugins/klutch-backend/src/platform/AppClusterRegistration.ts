/** Registers app clusters by a kubeconfig and binds APIs to them, as the operator who does it. */
import { bindResources, names, parseApiName } from '@klutch/bind-api';
import {
  type ApiResource,
  type BindingBackend,
  type JoinTokens,
} from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import {
  core,
  type KubeConfigPolicy,
  type KubeClient,
  type Namespace,
} from '@klutch/kube';
import type { AppClusters } from '../clusters/AppClusters';
import type { AppClusterRecord } from '../clusters/appClusterSecret';
import type { ControlPlane } from '../clusters/ControlPlane';
import { mapBindingErrors, mapKubeErrors } from '../errors/kubeErrors';
import { binderOf, tenantOf } from '../binding/portalIdentity';
import type { Person } from '../identity/Caller';
import type { Inventory } from '../inventory/Inventory';
import { portalApiRole } from '../roles/portalRoles';
import { acceptedClaimsOf } from './acceptedClaims';
import {
  appClusterErrorContext,
  type AppClusterOperation,
  type AppClusterStore,
  type Commit,
} from './AppClusterStore';
import { isKonnectorReporting } from './isKonnectorReporting';
import {
  idAlreadyUsedError,
  requireFreeId,
  clusterNamespaceOfId,
} from './requireFreeId';
import { differentClusterError, isSameCluster } from './isSameCluster';
import type { Platform } from './Platform';
import { bindingView } from './platformViews';
import {
  validateUploadedKubeconfig,
  type UploadedKubeconfig,
} from './validateUploadedKubeconfig';

/** What is needed to register and bind. */
export interface AppClusterRegistrationOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  inventory: Inventory;
  platform: Platform;
  binding: BindingBackend;
  joinTokens: Pick<JoinTokens, 'cancel'>;
  store: AppClusterStore;
  policy: KubeConfigPolicy;
  /** Address of the control plane, as app clusters reach it. */
  server: string;
}

/** Lets the portal's user list the claims of an API, by the rights of whoever is at it. */
const grantListClaims = (
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
   * @throws InvalidError with the findings, AlreadyExistsError for an id in use, or that was another app cluster's
   */
  async register(
    person: Person,
    { id, kubeconfig, title }: Schemas['AppClusterRequest'],
  ): Promise<Schemas['PlatformAppCluster']> {
    const { appClusters, policy, store } = this.#options;
    requireFreeId(appClusters, id);
    const operation = {
      person,
      id,
      action: `register the app cluster ${title}`,
    };
    const sanitized = await validateUploadedKubeconfig({
      person,
      title,
      kubeconfig,
      policy,
      additionalCheck: await this.#formerClusterCheck(operation, title),
    });
    const commit = await store.create(operation, {
      id,
      title,
      kubeconfig: sanitized,
      clusterNamespace: '',
    });
    return this.#commit(operation, commit);
  }

  /**
   * Gives the portal a kubeconfig of an app cluster that has none, or another one; from then on it is as one that was
   * registered so. Its unused join command, if any, is refused.
   *
   * @throws InvalidError with the findings, NotFoundError for an unknown app cluster
   */
  async setKubeconfig(
    person: Person,
    id: string,
    { kubeconfig }: Schemas['KubeconfigRequest'],
  ): Promise<Schemas['PlatformAppCluster']> {
    const { appClusters, joinTokens, policy, store } = this.#options;
    const { record } = appClusters.require(id);
    const { joinToken, title } = record;
    const action = `give the portal a kubeconfig of ${title}`;
    const operation = { person, id, action };
    const sanitized = await validateUploadedKubeconfig({
      person,
      title,
      kubeconfig,
      policy,
      additionalCheck: await this.#sameClusterCheck(operation, record),
    });
    const commit = await store.update(operation, {
      ...record,
      kubeconfig: sanitized,
      joinToken: undefined,
    });
    if (joinToken) await joinTokens.cancel(joinToken.id, binderOf(person));
    const view = await this.#commit(operation, commit);
    await this.#grantListBoundClaims(person, id);
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
    const errorContext = {
      action: `bind ${title} to ${cluster.title}`,
      object: `The binding of ${title}`,
      cluster: cluster.title,
      user: person.kubernetes.user,
    };
    return mapBindingErrors(errorContext, async () => {
      const bound = await binding.bind({
        binder: binderOf(person),
        identity: tenantOf(clusterId),
        appCluster,
        resource: api,
        acceptedClaims: acceptedClaimsOf(controlPlane, request),
        beforeChanges: () => grantListClaims(appCluster, api),
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
  async #commit(
    operation: AppClusterOperation,
    commit: Commit,
  ): Promise<Schemas['PlatformAppCluster']> {
    const { binding, platform } = this.#options;
    const clusterNamespace = await mapBindingErrors(
      appClusterErrorContext(operation),
      () => binding.clusterNamespaceOf(tenantOf(operation.id)),
    );
    await commit({ clusterNamespace });
    const view = platform.appClusters().find(({ id }) => id === operation.id);
    if (view) return view;
    throw new Error(`App cluster ${operation.id} is stored but not listed.`);
  }

  /** Of an id that was used before: nobody gets the rights and data of another app cluster by its name. */
  async #formerClusterCheck(
    operation: AppClusterOperation,
    title: string,
  ): Promise<UploadedKubeconfig['additionalCheck']> {
    const { clusterNamespace, existing } = await clusterNamespaceOfId(
      this.#options,
      operation,
    );
    if (!existing) return undefined;
    const pointsToFormerCluster = this.#pointsTo(
      operation,
      { clusterNamespace, title },
      existing,
    );
    return async client => {
      if (!(await pointsToFormerCluster(client)))
        throw idAlreadyUsedError(operation.id, clusterNamespace);
    };
  }

  /** None where no konnector reports: then nobody knows which cluster it is. */
  async #sameClusterCheck(
    operation: AppClusterOperation,
    record: Pick<AppClusterRecord, 'clusterNamespace' | 'title'>,
  ): Promise<UploadedKubeconfig['additionalCheck']> {
    const { controlPlane } = this.#options;
    if (
      !(await isKonnectorReporting(
        this.#options,
        operation,
        record.clusterNamespace,
      ))
    ) {
      return undefined;
    }
    const found = await mapKubeErrors(appClusterErrorContext(operation), () =>
      controlPlane.client.get(core.namespaces, {
        name: record.clusterNamespace,
      }),
    );
    const pointsToSameCluster = this.#pointsTo(operation, record, found);
    return async client => {
      if (!(await pointsToSameCluster(client)))
        throw differentClusterError(record);
    };
  }

  /** Whether a binding on an app cluster leads to this cluster namespace. */
  #pointsTo(
    operation: AppClusterOperation,
    {
      clusterNamespace,
      title,
    }: Pick<AppClusterRecord, 'clusterNamespace' | 'title'>,
    found: Namespace | undefined,
  ): (client: KubeClient) => Promise<boolean> {
    const { server } = this.#options;
    const { person } = operation;
    const target = { server, namespace: clusterNamespace };
    const errorContext = {
      action: `see where the bindings on ${title} lead, by their Secrets in ${names.appClusterNamespace}`,
      object: `The app cluster ${title}`,
      cluster: title,
      user: person.kubernetes.user,
    };
    return client =>
      mapKubeErrors(errorContext, () =>
        isSameCluster(client, { target, uid: found?.metadata.uid, person }),
      );
  }

  /** Of what is bound there already. What the person may not pass on, the list of bindings names with what to do. */
  async #grantListBoundClaims(person: Person, id: string): Promise<void> {
    const { appClusters, platform } = this.#options;
    const { cluster, record } = appClusters.require(id);
    if (!cluster) return;
    const appCluster = cluster.client.as(person.kubernetes);
    const { exports } = platform.controlPlaneState(record.clusterNamespace);
    await Promise.allSettled(
      exports.map(({ metadata }) =>
        grantListClaims(appCluster, parseApiName(metadata.name ?? '')),
      ),
    );
  }
}
