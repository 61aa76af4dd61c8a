/** Writes down that somebody was handed a token. */
import type { Audit } from './Audit';
import type { AuditEventBase } from './withAuditEvent';

/** @param base - by which it leaves */
export const auditTokenIssued = (audit: Audit, base: AuditEventBase): void =>
  audit({ ...base, action: 'issue-token', outcome: 'succeeded' });
