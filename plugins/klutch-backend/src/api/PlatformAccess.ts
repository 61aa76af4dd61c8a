/** Requires the platform permissions for the operators' operations, and audits those that change something. */
import type { AuditorService } from '@backstage/backend-plugin-api';
import type { JsonObject } from '@backstage/types';
import {
  klutchAppClusterManagePermission,
  klutchAppClusterReadPermission,
  klutchExportManagePermission,
  klutchExportReadPermission,
  klutchPlatformManagePermission,
  klutchPlatformReadPermission,
} from '@klutch/backstage-plugin-klutch-common';
import {
  requirePerson,
  type Caller,
  type Callers,
  type Person,
} from '../identity/Caller';
import type { ResourcePermissions } from '../permissions/ResourcePermissions';
import type { OperationRequest } from './handlers';
import { withAuditEvent } from './withAuditEvent';

/** Event id, in kebab case, and target of a change. */
interface PlatformChange {
  eventId: string;
  meta: JsonObject;
}

/** Event id, in kebab case, and target of a change on an app cluster. */
interface AppClusterChange {
  eventId: string;
  /** Id of the app cluster. */
  cluster: string;
}

type ExportPermission = Parameters<ResourcePermissions['grantOnExports']>[1];

/** What a change needs of its request. */
export type ChangeRequest = Pick<OperationRequest<unknown>, 'caller' | 'raw'>;

type Change<T> = (person: Person) => Promise<T>;

/** Guards the handlers of the operators' operations. */
export class PlatformAccess {
  readonly #auditor: AuditorService;
  readonly #callers: Callers;
  readonly #permissions: ResourcePermissions;

  constructor(deps: {
    auditor: AuditorService;
    callers: Callers;
    permissions: ResourcePermissions;
  }) {
    this.#auditor = deps.auditor;
    this.#callers = deps.callers;
    this.#permissions = deps.permissions;
  }

  /** @throws NotAllowedError without the permission to see the platform pages */
  requireRead(caller: Caller): Promise<void> {
    return this.#callers.requirePermission(
      caller,
      klutchPlatformReadPermission,
      'see the platform pages',
    );
  }

  /**
   * Whether the caller may see an app cluster, by its id.
   *
   * @throws NotAllowedError when the caller may see none
   */
  async readableAppClusters(
    caller: Caller,
  ): Promise<(cluster: string) => boolean> {
    await this.requireRead(caller);
    const grant = await this.#permissions.grantOnAppClusters(
      caller,
      klutchAppClusterReadPermission,
      'see app clusters',
    );
    return id => grant.covers(() => ({ id }));
  }

  /**
   * As {@link PlatformAccess.readableAppClusters}, without an error for a caller who may see none: for pages that are
   * about the platform as a whole.
   *
   * @throws NotAllowedError without the permission to see the platform pages
   */
  async visibleAppClusters(
    caller: Caller,
  ): Promise<(cluster: string) => boolean> {
    await this.requireRead(caller);
    const isGranted = await this.#permissions.isGranted(
      caller,
      klutchAppClusterReadPermission,
    );
    return isGranted ? this.readableAppClusters(caller) : () => false;
  }

  /** @throws NotAllowedError when the caller may not see the app cluster */
  async requireAppCluster(caller: Caller, cluster: string): Promise<void> {
    await this.requireRead(caller);
    const grant = await this.#permissions.grantOnAppClusters(
      caller,
      klutchAppClusterReadPermission,
      'see this app cluster',
    );
    grant.require(() => ({ id: cluster }));
  }

  /**
   * Whether the caller may see that an API is bound on an app cluster.
   *
   * @throws NotAllowedError when the caller may see none
   */
  async readableExports(
    caller: Caller,
  ): Promise<(item: { cluster: string; name: string }) => boolean> {
    await this.requireRead(caller);
    return this.#coveredExports(
      caller,
      klutchExportReadPermission,
      'see which APIs are bound',
    );
  }

  /** As {@link PlatformAccess.readableExports}, without an error for a caller who may see none. */
  async visibleExports(
    caller: Caller,
  ): Promise<(item: { cluster: string; name: string }) => boolean> {
    const isGranted = await this.#permissions.isGranted(
      caller,
      klutchExportReadPermission,
    );
    return isGranted ? this.readableExports(caller) : () => false;
  }

  /** Whether the caller may bind an API on an app cluster, without an error for a caller who may bind none. */
  async manageableExports(
    caller: Caller,
  ): Promise<(item: { cluster: string; name: string }) => boolean> {
    const permission = klutchExportManagePermission;
    const isGranted = await this.#permissions.isGranted(caller, permission);
    return isGranted
      ? this.#coveredExports(
          caller,
          permission,
          'change whether this API is bound',
        )
      : () => false;
  }

  /**
   * For previews of changes.
   *
   * @throws NotAllowedError without the permission to change the platform
   */
  async requireManagePlatform(caller: Caller): Promise<Person> {
    const person = requirePerson(caller);
    await this.#callers.requirePermission(
      caller,
      klutchPlatformManagePermission,
      'change the platform',
    );
    return person;
  }

  /** Runs a change for a user who may change the platform; a refusal is audited as well. */
  change<T>(
    request: ChangeRequest,
    change: PlatformChange,
    run: Change<T>,
  ): Promise<T> {
    return this.#change(request, change, async () => {}, run);
  }

  /** As {@link PlatformAccess.change}, for a user who may change the app cluster, too. */
  changeAppCluster<T>(
    request: ChangeRequest,
    { cluster, eventId }: AppClusterChange,
    run: Change<T>,
  ): Promise<T> {
    return this.#change(
      request,
      { eventId, meta: { cluster } },
      () => this.requireManage(request.caller, cluster),
      run,
    );
  }

  /** As {@link PlatformAccess.changeAppCluster}, for a user who may let the app cluster bind the APIs, too. */
  changeJoinToken<T>(
    request: ChangeRequest,
    { cluster, eventId }: AppClusterChange,
    resources: string[],
    run: Change<T>,
  ): Promise<T> {
    return this.#change(
      request,
      { eventId, meta: { cluster, resources } },
      async () => {
        await this.requireManage(request.caller, cluster);
        await this.requireBind(request.caller, cluster, resources);
      },
      run,
    );
  }

  /** As {@link PlatformAccess.change}, for a user who may bind and unbind the API on the app cluster, too. */
  changeExport<T>(
    request: ChangeRequest,
    { cluster, eventId }: AppClusterChange,
    resource: string,
    run: Change<T>,
  ): Promise<T> {
    return this.#change(
      request,
      { eventId, meta: { cluster, resource } },
      () => this.requireBind(request.caller, cluster, [resource]),
      run,
    );
  }

  /** @throws NotAllowedError when the caller may not change the app cluster; without one, when the caller may change none */
  async requireManage(caller: Caller, cluster?: string): Promise<void> {
    const grant = await this.#permissions.grantOnAppClusters(
      caller,
      klutchAppClusterManagePermission,
      'change this app cluster',
    );
    if (cluster !== undefined) grant.require(() => ({ id: cluster }));
  }

  /** @throws NotAllowedError when the caller may not bind the APIs there; without APIs, when the caller may bind none */
  async requireBind(
    caller: Caller,
    cluster = '',
    resources: readonly string[] = [],
  ): Promise<void> {
    const grant = await this.#permissions.grantOnExports(
      caller,
      klutchExportManagePermission,
      'change whether this API is bound here',
    );
    for (const resource of resources) {
      grant.require(() => ({ cluster, resource }));
    }
  }

  /** Which APIs on which app clusters a permission covers. */
  async #coveredExports(
    caller: Caller,
    permission: ExportPermission,
    action: string,
  ): Promise<(item: { cluster: string; name: string }) => boolean> {
    const grant = await this.#permissions.grantOnExports(
      caller,
      permission,
      action,
    );
    return ({ cluster, name: resource }) =>
      grant.covers(() => ({ cluster, resource }));
  }

  async #change<T>(
    { caller, raw }: ChangeRequest,
    change: PlatformChange,
    requireMore: () => Promise<void>,
    run: Change<T>,
  ): Promise<T> {
    const person = requirePerson(caller);
    return withAuditEvent(
      this.#auditor,
      { ...change, severityLevel: 'medium', request: raw },
      async () => {
        await this.requireManagePlatform(caller);
        await requireMore();
        return run(person);
      },
    );
  }
}
