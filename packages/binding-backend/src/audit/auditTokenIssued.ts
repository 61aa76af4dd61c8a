/** Audit event for a token that was issued to a client. */
import type { Audit } from './Audit';
import type { AuditEventBase } from './withAuditEvent';

/** @param base - the action by which the token was issued; its `action` is replaced */
export const auditTokenIssued = (audit: Audit, base: AuditEventBase): void =>
  audit({ ...base, action: 'issue-token', outcome: 'succeeded' });
