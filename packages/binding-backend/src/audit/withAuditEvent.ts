/** Wraps actions so that each one emits an audit event with its outcome. */
import { ApiError, ConnectionError } from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import { HandshakeError } from '../errors/HandshakeError';
import { SignInError } from '../errors/SignInError';
import type { Audit, AuditEvent } from './Audit';

const isHandshakeRefusal = (error: unknown) =>
  error instanceof HandshakeError ||
  (error instanceof SignInError && error.reason === 'Refused') ||
  (error instanceof BindingError &&
    ['InvalidInput', 'NotOffered', 'NotBound', 'NotYet'].includes(
      error.reason,
    ));

/** Quotes only error types whose messages hold no credentials. */
const reasonOf = (error: unknown) =>
  error instanceof HandshakeError ||
  error instanceof SignInError ||
  error instanceof BindingError ||
  error instanceof ApiError ||
  error instanceof ConnectionError
    ? error.message
    : 'Unexpected error; see the log.';

/** The fields of an event without its outcome. */
export type AuditEventBase = Omit<AuditEvent, 'outcome' | 'reason'>;

/** Adds fields that are known only during the step; returns all fields known so far. */
export type EnrichAuditEvent = (
  more: Partial<AuditEventBase>,
) => AuditEventBase;

/** Runs the checks before a step. Emits an event only for a refusal, because the step itself emits the others. */
export const withRefusalAudit = async <T>(
  audit: Audit,
  base: AuditEventBase,
  check: () => T | Promise<T>,
): Promise<T> => {
  try {
    return await check();
  } catch (error) {
    if (isHandshakeRefusal(error)) {
      audit({ ...base, outcome: 'refused', reason: reasonOf(error) });
    }
    throw error;
  }
};

/**
 * Runs a step and emits one event with its outcome.
 * @param isRefusal - whether an error is a refusal of the request; all other errors are failures. Default: the
 * refusals of the handshake
 */
export const withAuditEvent = async <T>(
  audit: Audit,
  base: AuditEventBase,
  step: (enrich: EnrichAuditEvent) => Promise<T>,
  isRefusal: (error: unknown) => boolean = isHandshakeRefusal,
): Promise<T> => {
  let known = base;
  try {
    const result = await step(more => (known = { ...known, ...more }));
    audit({ ...known, outcome: 'succeeded' });
    return result;
  } catch (error) {
    const outcome = isRefusal(error) ? 'refused' : 'failed';
    audit({ ...known, outcome, reason: reasonOf(error) });
    throw error;
  }
};
