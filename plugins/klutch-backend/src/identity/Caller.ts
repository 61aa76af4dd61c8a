/** Identifies the caller: a user, with the matching Kubernetes identity, or another Backstage service. */
import type { IncomingHttpHeaders } from 'node:http';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import type {
  AuthService,
  BackstageCredentials,
  PermissionsService,
  UserInfoService,
} from '@backstage/backend-plugin-api';
import { NotAllowedError } from '@backstage/errors';
import {
  AuthorizeResult,
  type BasicPermission,
  type Permission,
} from '@backstage/plugin-permission-common';
import type { KlutchIdentityStrategy } from '@klutch/backstage-plugin-klutch-node';
import type { Impersonation } from '@klutch/kube';
import { explainedError } from '../errors/explainedError';
import { groupsOf } from './kubernetesIdentity';

/** A signed-in person. */
export interface Person {
  /** Entity ref of the user. */
  userRef: string;
  /** Entity refs of the user's groups. */
  groups: string[];
  /** The user's identity on clusters. */
  kubernetes: Impersonation;
}

/** The user or service that made a request. */
export interface Caller {
  credentials: BackstageCredentials;
  /** Absent for services. */
  person?: Person;
}

export interface CallersOptions {
  auth: AuthService;
  userInfo: UserInfoService;
  permissions: PermissionsService;
  strategy: KlutchIdentityStrategy;
}

/**
 * The error for a user without a permission.
 *
 * @param action - completes "You may not …"
 */
export const permissionMissing = (
  action: string,
  { name: permission }: Permission,
): Error =>
  explainedError(
    NotAllowedError,
    explain('PermissionMissing', { action, permission }),
  );

/** Identifies callers and checks their permissions that do not depend on a resource. */
export class Callers {
  readonly #options: CallersOptions;

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  /**
   * @param headers - those of the request, if the caller made one
   * @throws AuthenticationError when Backstage no longer knows the user, and what the strategy throws
   */
  async identify(
    credentials: BackstageCredentials,
    headers: IncomingHttpHeaders = {},
  ): Promise<Caller> {
    const { auth, userInfo, strategy } = this.#options;
    if (!auth.isPrincipal(credentials, 'user')) return { credentials };
    const { userEntityRef, ownershipEntityRefs } =
      await userInfo.getUserInfo(credentials);
    return {
      credentials,
      person: {
        userRef: userEntityRef,
        groups: groupsOf(ownershipEntityRefs),
        kubernetes: await strategy.identityOf({
          userRef: userEntityRef,
          ownershipRefs: ownershipEntityRefs,
          credentials,
          headers,
        }),
      },
    };
  }

  /** Whether the permission policy allows the action. */
  async isAllowed(
    caller: Caller,
    permission: BasicPermission,
  ): Promise<boolean> {
    const [decision] = await this.#options.permissions.authorize(
      [{ permission }],
      { credentials: caller.credentials },
    );
    return decision?.result === AuthorizeResult.ALLOW;
  }

  /**
   * @param action - completes "You may not …"
   * @throws NotAllowedError with a message for users
   */
  async requirePermission(
    caller: Caller,
    permission: BasicPermission,
    action: string,
  ): Promise<void> {
    if (await this.isAllowed(caller, permission)) return;
    throw permissionMissing(action, permission);
  }
}

/**
 * The user behind a call to a cluster that authorizes by user.
 *
 * @throws NotAllowedError for services
 */
export function requirePerson(caller: Caller): Person {
  if (caller.person) return caller.person;
  throw explainedError(NotAllowedError, explain('UserRequired'));
}
