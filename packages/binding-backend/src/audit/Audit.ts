/** Audit events of the binding backend: who did what, and with which outcome. */
import { backendNames } from '../backendNames';
import type { Principal } from '../policy/mayBind';

/** One action that was carried out, refused or failed. An event never holds a credential. */
export interface AuditEvent {
  /**
   * `issue-token`: with the backend as the actor, a token was created; with another actor, a token was issued to a
   * client. `renew-token`: with the backend as the actor, a token was renewed at half of its lifetime; with another
   * actor, a renewal was requested.
   */
  action:
    | 'sign-in'
    | 'bind'
    | 'unbind'
    | 'issue-token'
    | 'renew-token'
    | 'pick-up'
    | 'create-join-token'
    | 'revoke-join-token'
    | 'revoke-tokens'
    | 'offboard';
  /** `refused`: the request was denied and nothing was changed; `failed`: an error occurred, possibly after some changes. */
  outcome: 'succeeded' | 'refused' | 'failed';
  /**
   * {@link personId}; `anonymous` before sign-in; `klutch-binding-backend` for actions of the backend's controllers,
   * where no user is known.
   */
  actor: string;
  /** Id of the identity provider in the configuration, if known. */
  provider?: string;
  /** Cluster id as the client sent it. */
  cluster?: string;
  /** Cluster namespace, if it exists already. */
  namespace?: string;
  /** Identity recorded on the cluster namespace, for events where no user is known. */
  tenant?: string;
  /** APIs as `<plural>.<group>`. */
  apis?: readonly string[];
  /** Error message of a refusal or failure; for tokens that the backend revoked by itself, the cause. */
  reason?: string;
}

/** Actor of the backend's controllers, which know tenants but no users. */
export const backendActor = backendNames.program;

/** Id of a user as the actor of audit events and in the binding response. */
export const personId = ({
  issuer,
  subject,
}: Pick<Principal, 'issuer' | 'subject'>): string => `${issuer}/${subject}`;

/** Receives each event once; must not throw. */
export type Audit = (event: AuditEvent) => void;
