/** Who calls the portal: a person, with what the clusters know them by, or another service of Backstage. */
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
} from '@backstage/plugin-permission-common';
import type { Impersonation } from '@klutch/kube';
import {
  groupsOf,
  kubernetesIdentity,
  type IdentityMapping,
} from './kubernetesIdentity';

/** A signed-in person. */
export interface Person {
  /** Entity ref of the user. */
  userRef: string;
  /** Entity refs of their groups. */
  groups: string[];
  /** What clusters know them by. */
  kubernetes: Impersonation;
}

/** Whoever made a request. */
export interface Caller {
  credentials: BackstageCredentials;
  /** Absent for services. */
  person?: Person;
}

/** What is needed to tell who calls and what they may do. */
export interface CallersOptions {
  auth: AuthService;
  userInfo: UserInfoService;
  permissions: PermissionsService;
  mapping: IdentityMapping;
}

/** Tells who calls, and asks the permission policy. */
export class Callers {
  readonly #options: CallersOptions;

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  /** @throws AuthenticationError when Backstage does not know the person any more */
  async identify(credentials: BackstageCredentials): Promise<Caller> {
    const { auth, userInfo, mapping } = this.#options;
    if (!auth.isPrincipal(credentials, 'user')) return { credentials };
    const { userEntityRef, ownershipEntityRefs } =
      await userInfo.getUserInfo(credentials);
    return {
      credentials,
      person: {
        userRef: userEntityRef,
        groups: groupsOf(ownershipEntityRefs),
        kubernetes: kubernetesIdentity(
          userEntityRef,
          ownershipEntityRefs,
          mapping,
        ),
      },
    };
  }

  /** Whether the permission policy lets the caller. */
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
   * @throws NotAllowedError in words
   */
  async requirePermission(
    caller: Caller,
    permission: BasicPermission,
    action: string,
  ): Promise<void> {
    if (await this.isAllowed(caller, permission)) return;
    throw new NotAllowedError(
      `You may not ${action}. Ask whoever runs this portal for the permission ${permission.name}.`,
    );
  }
}

/**
 * The person behind a call, where the clusters must know who asks.
 *
 * @throws NotAllowedError for services
 */
export function requirePerson(caller: Caller): Person {
  if (caller.person) return caller.person;
  throw new NotAllowedError(
    'Only a signed-in person can do this, because the clusters decide by who asks. Call with the token of a user.',
  );
}
