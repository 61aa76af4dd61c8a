/** Writes down that somebody was handed a token. */
import type { Audit } from './Audit';
import type { AuditedAct } from './audited';

/** @param act - by which it leaves */
export const tellIssued = (audit: Audit, act: AuditedAct): void =>
  audit({ ...act, action: 'issue-token', outcome: 'succeeded' });
