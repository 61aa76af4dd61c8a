/** What is written down of who did what. */

/** One thing that somebody did, or was not let do. Never holds a credential. */
export interface AuditEvent {
  action: 'sign-in' | 'bind' | 'unbind' | 'issue-token' | 'pick-up';
  outcome: 'succeeded' | 'refused' | 'failed';
  /** `<issuer>/<subject>`; `anonymous` before anybody signed in. */
  actor: string;
  /** Cluster id as the client gave it. */
  cluster?: string;
  /** Cluster namespace, once there is one. */
  namespace?: string;
  /** APIs, `<plural>.<group>`. */
  apis?: readonly string[];
  /** Why not, in words. */
  reason?: string;
}

/** Gets each event once; must not throw. */
export type Audit = (event: AuditEvent) => void;
