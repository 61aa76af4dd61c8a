/** Asks the permission policy about permissions on resources. */
import type {
  PermissionsRegistryService,
  PermissionsService,
} from '@backstage/backend-plugin-api';
import {
  AuthorizeResult,
  type PolicyDecision,
  type ResourcePermission,
} from '@backstage/plugin-permission-common';
import {
  createConditionTransformer,
  type ConditionTransformer,
} from '@backstage/plugin-permission-node';
import {
  klutchClaimReadPermission,
  type RESOURCE_TYPE_KLUTCH_APP_CLUSTER,
  type RESOURCE_TYPE_KLUTCH_CLAIM,
  type RESOURCE_TYPE_KLUTCH_EXPORT,
  type RESOURCE_TYPE_KLUTCH_SERVICE,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { permissionMissing, type Caller } from '../identity/Caller';
import {
  klutchAppClusterResourceRef,
  type AppClusterResource,
} from './appClusterRules';
import { klutchClaimResourceRef } from './claimRules';
import { klutchExportResourceRef, type ExportResource } from './exportRules';
import { Grant } from './Grant';
import { klutchServiceResourceRef } from './serviceRules';
import { toPredicate, type Predicate } from './toPredicate';

/** A permission on claims. */
export type ClaimPermission = ResourcePermission<
  typeof RESOURCE_TYPE_KLUTCH_CLAIM
>;

export interface ResourcePermissionsOptions {
  permissions: PermissionsService;
  /** Has the rules of the resource types, also those that modules add. */
  permissionsRegistry: Pick<PermissionsRegistryService, 'getPermissionRuleset'>;
}

const denied = { result: AuthorizeResult.DENY } as const;

/** @throws NotAllowedError with a message for users, when the permission is denied for all resources */
function toGrant<T>(
  decision: PolicyDecision,
  permission: ResourcePermission,
  action: string,
  toQuery: ConditionTransformer<Predicate<T>>,
): Grant<T> {
  const refusal = () => permissionMissing(action, permission);
  if (decision.result === AuthorizeResult.DENY) throw refusal();
  const conditions =
    decision.result === AuthorizeResult.CONDITIONAL
      ? toPredicate(toQuery(decision.conditions))
      : undefined;
  return new Grant(conditions, refusal);
}

/** Decisions about all resources of a type at once, so that a list needs one, as does a single claim. */
export class ResourcePermissions {
  readonly #permissions: PermissionsService;
  readonly #toAppClusterQuery: ConditionTransformer<
    Predicate<AppClusterResource>
  >;
  readonly #toExportQuery: ConditionTransformer<Predicate<ExportResource>>;
  readonly #toClaimQuery: ConditionTransformer<Predicate<Schemas['Claim']>>;
  readonly #toServiceQuery: ConditionTransformer<Predicate<Schemas['Service']>>;

  constructor({
    permissions,
    permissionsRegistry,
  }: ResourcePermissionsOptions) {
    this.#permissions = permissions;
    this.#toAppClusterQuery = createConditionTransformer(
      permissionsRegistry.getPermissionRuleset(klutchAppClusterResourceRef),
    );
    this.#toExportQuery = createConditionTransformer(
      permissionsRegistry.getPermissionRuleset(klutchExportResourceRef),
    );
    this.#toClaimQuery = createConditionTransformer(
      permissionsRegistry.getPermissionRuleset(klutchClaimResourceRef),
    );
    this.#toServiceQuery = createConditionTransformer(
      permissionsRegistry.getPermissionRuleset(klutchServiceResourceRef),
    );
  }

  /**
   * The claims that the caller has the permission on.
   *
   * @param action - completes "You may not …"
   * @throws NotAllowedError with a message for users, when the permission is denied for all claims
   */
  grantOnClaims(
    caller: Caller,
    permission: ClaimPermission,
    action: string,
  ): Promise<Grant<Schemas['Claim']>> {
    return this.#grant(caller, permission, action, this.#toClaimQuery);
  }

  /**
   * As {@link ResourcePermissions.grantOnClaims}, with the permission to see the claims, in one request.
   *
   * @throws NotAllowedError also when the caller may see no claims
   */
  async grantsOnClaims(
    caller: Caller,
    permission: ClaimPermission,
    action: string,
  ): Promise<Record<'grant' | 'readGrant', Grant<Schemas['Claim']>>> {
    const toQuery = this.#toClaimQuery;
    if (permission.name === klutchClaimReadPermission.name) {
      const grant = await this.#grant(caller, permission, action, toQuery);
      return { grant, readGrant: grant };
    }
    const read = klutchClaimReadPermission;
    const [decision = denied, readDecision = denied] = await this.#decide(
      caller,
      [permission, read],
    );
    const readAction = `${action} that you may not see`;
    return {
      grant: toGrant(decision, permission, action, toQuery),
      readGrant: toGrant(readDecision, read, readAction, toQuery),
    };
  }

  /** As {@link ResourcePermissions.grantOnClaims}, for services. */
  grantOnServices(
    caller: Caller,
    permission: ResourcePermission<typeof RESOURCE_TYPE_KLUTCH_SERVICE>,
    action: string,
  ): Promise<Grant<Schemas['Service']>> {
    return this.#grant(caller, permission, action, this.#toServiceQuery);
  }

  /** As {@link ResourcePermissions.grantOnClaims}, for app clusters. */
  grantOnAppClusters(
    caller: Caller,
    permission: ResourcePermission<typeof RESOURCE_TYPE_KLUTCH_APP_CLUSTER>,
    action: string,
  ): Promise<Grant<AppClusterResource>> {
    return this.#grant(caller, permission, action, this.#toAppClusterQuery);
  }

  /** As {@link ResourcePermissions.grantOnClaims}, for APIs that are bound on app clusters. */
  grantOnExports(
    caller: Caller,
    permission: ResourcePermission<typeof RESOURCE_TYPE_KLUTCH_EXPORT>,
    action: string,
  ): Promise<Grant<ExportResource>> {
    return this.#grant(caller, permission, action, this.#toExportQuery);
  }

  /** Whether the permission is not denied for all resources. */
  async isGranted(
    caller: Caller,
    permission: ResourcePermission,
  ): Promise<boolean> {
    const [decision = denied] = await this.#decide(caller, [permission]);
    return decision.result !== AuthorizeResult.DENY;
  }

  async #grant<T>(
    caller: Caller,
    permission: ResourcePermission,
    action: string,
    toQuery: ConditionTransformer<Predicate<T>>,
  ): Promise<Grant<T>> {
    const [decision = denied] = await this.#decide(caller, [permission]);
    return toGrant(decision, permission, action, toQuery);
  }

  #decide(
    { credentials }: Caller,
    permissions: readonly ResourcePermission[],
  ): Promise<PolicyDecision[]> {
    return this.#permissions.authorizeConditional(
      permissions.map(permission => ({ permission })),
      { credentials },
    );
  }
}
