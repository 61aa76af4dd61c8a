/** Registers app clusters by kubeconfig and binds APIs to them, impersonating the operator. */
import { bindResources, names, parseApiName } from '@klutch/bind-api';
import {
  portalApiRole,
  type ApiResource,
  type BindingBackend,
  type ExternalEndpoint,
  type JoinTokens,
} from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import {
  core,
  type KubeConfigPolicy,
  type KubeClient,
  type Namespace,
} from '@klutch/kube';
import { PORTAL_FIELD_MANAGER } from '../../claimApis/claimResource';
import type { AppClusters } from '../../clusters/AppClusters';
import type { AppClusterRecord } from '../../clusters/appClusterSecret';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { mapBindingErrors, mapKubeErrors } from '../../errors/kubeErrors';
import { principalOf, tenantOf } from '../../binding/portalIdentity';
import type { Person } from '../../identity/Caller';
import type { Inventory } from '../../inventory/Inventory';
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
import type { BoundApis } from '../../inventory/BoundApis';
import type { Platform } from '../Platform';
import { bindingView } from '../platformViews';
import {
  validateUploadedKubeconfig,
  type UploadedKubeconfig,
} from './validateUploadedKubeconfig';

export interface AppClusterRegistrationOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  inventory: Inventory;
  platform: Platform;
  boundApis: BoundApis;
  binding: BindingBackend;
  joinTokens: Pick<JoinTokens, 'cancel'>;
  store: AppClusterStore;
  policy: KubeConfigPolicy;
  /** Address of the control plane as reached from app clusters; its getters return the current values. */
  external: Pick<ExternalEndpoint, 'server'>;
}

/** Registers app clusters and binds APIs to them. */
export class AppClusterRegistration {
  readonly #options: AppClusterRegistrationOptions;

  constructor(options: AppClusterRegistrationOptions) {
    this.#options = options;
  }

  /**
   * Validates everything before storing anything.
   *
   * @throws InvalidError with the problems found, AlreadyExistsError for an id that is in use or belonged to another app
   * cluster
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
   * Adds or replaces the kubeconfig of an app cluster, which is from then on equivalent to one registered by
   * kubeconfig. An unused join command becomes invalid.
   *
   * @throws InvalidError with the problems found, NotFoundError for an unknown app cluster
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
    if (joinToken) await joinTokens.cancel(joinToken.id, principalOf(person));
    const view = await this.#commit(operation, commit);
    await this.#grantPortalBoundApis(person, id);
    return view;
  }

  /** Binds an offered API, and grants the portal the right to show its claims. */
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
        binder: principalOf(person),
        identity: tenantOf(clusterId),
        appCluster,
        resource: api,
        acceptedClaims: acceptedClaimsOf(controlPlane, request),
        beforeChanges: () => this.#grantPortal(appCluster, api),
      });
      const created = await appCluster.get(bindResources.bindings, {
        namespace: names.appClusterNamespace,
        name: bound.binding,
      });
      if (!created)
        throw new Error(`The binding ${bound.binding} disappeared.`);
      return bindingView(created);
    });
  }

  /**
   * Stores the app cluster with the name of its cluster namespace. The namespace and its token are created when an
   * API is bound: registration has no recipient for a token, and requesting one would undo a revocation.
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

  /** Check for an id that was used before: a new app cluster must not inherit the rights and data of another one. */
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

  /** Undefined when no konnector reports, because the identity of the cluster is then unknown. */
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

  /** Whether a binding on an app cluster points to this cluster namespace. */
  #pointsTo(
    operation: AppClusterOperation,
    {
      clusterNamespace,
      title,
    }: Pick<AppClusterRecord, 'clusterNamespace' | 'title'>,
    found: Namespace | undefined,
  ): (client: KubeClient) => Promise<boolean> {
    const { external } = this.#options;
    const { person } = operation;
    const errorContext = {
      action: `see the targets of the bindings on ${title}, by their Secrets in ${names.appClusterNamespace}`,
      object: `The app cluster ${title}`,
      cluster: title,
      user: person.kubernetes.user,
    };
    return client => {
      const target = { server: external.server, namespace: clusterNamespace };
      return mapKubeErrors(errorContext, () =>
        isSameCluster(client, { target, uid: found?.metadata.uid, person }),
      );
    };
  }

  /**
   * Grants the rights for all APIs that are bound already. For rights that the user may not grant, the list of
   * bindings shows what to do.
   */
  async #grantPortalBoundApis(person: Person, id: string): Promise<void> {
    const { appClusters, boundApis } = this.#options;
    const { cluster, record } = appClusters.require(id);
    if (!cluster) return;
    const appCluster = cluster.client.as(person.kubernetes);
    const { exports } = boundApis.controlPlaneState(record.clusterNamespace);
    await Promise.allSettled(
      exports.map(({ metadata }) =>
        this.#grantPortal(appCluster, parseApiName(metadata.name ?? '')),
      ),
    );
  }

  /** Grants the portal's own user its rights on the claims of an API, with the rights of the person who acts. */
  #grantPortal(
    appCluster: KubeClient,
    { group, resource }: ApiResource,
  ): Promise<unknown> {
    const info = this.#options.inventory.service(`${resource}.${group}`);
    const isBackup = info?.type === 'backup';
    return appCluster.apply(
      core.clusterRoles,
      portalApiRole({ group, plural: resource, isBackup }),
      { fieldManager: PORTAL_FIELD_MANAGER, force: true },
    );
  }
}
