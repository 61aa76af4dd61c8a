/** What is written down of who did what. */
import { backendNames } from '../backendNames';
import type { Binder } from '../policy/mayBind';

/** One thing that was done, or refused. Never holds a credential. */
export interface AuditEvent {
  /**
   * `issue-token`: by the backend, a token was made; by somebody else, it was handed out. `renew-token`: by the backend,
   * the same at half of a token's life; by somebody else, it was agreed to.
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
  /** `refused`: somebody was told no, and nothing was done; `failed`: something went wrong, perhaps half-way. */
  outcome: 'succeeded' | 'refused' | 'failed';
  /**
   * {@link personId}; `anonymous` before anybody signed in; `klutch-binding-backend` for what the backend does or sees
   * without knowing a person.
   */
  actor: string;
  /** Id of the identity provider in the configuration, once it is known. */
  provider?: string;
  /** Cluster id as the client gave it. */
  cluster?: string;
  /** Cluster namespace, once there is one. */
  namespace?: string;
  /** Whom it is about where no person is known: the identity that the cluster namespace carries. */
  tenant?: string;
  /** APIs, `<plural>.<group>`. */
  apis?: readonly string[];
  /** Why not, in words; why at all, where the backend ended tokens by itself. */
  reason?: string;
}

/** The backend itself: its controllers know tenants, not people. */
export const backendActor = backendNames.program;

/** How a person is called as an actor, and in the answer that a client gets. */
export const personId = ({
  issuer,
  subject,
}: Pick<Binder, 'issuer' | 'subject'>): string => `${issuer}/${subject}`;

/** Gets each event once; must not throw. */
export type Audit = (event: AuditEvent) => void;
