/** Writes down each step that somebody takes, and how it ended. */
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

/** Only errors that are known to hold no credentials are quoted. */
const reasonOf = (error: unknown) =>
  error instanceof HandshakeError ||
  error instanceof SignInError ||
  error instanceof BindingError ||
  error instanceof ApiError ||
  error instanceof ConnectionError
    ? error.message
    : 'Unexpected error; see the log.';

/** What is known before, without how it ends. */
export type AuditEventBase = Omit<AuditEvent, 'outcome' | 'reason'>;

/** Adds what a step learns on its way; returns what is known by then. */
export type EnrichAuditEvent = (
  more: Partial<AuditEventBase>,
) => AuditEventBase;

/**
 * Asks what has to be so before a step. Only that it is not is written down, as the step tells the rest.
 */
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
 * Runs a step and writes one event about it.
 * @param isRefusal - which errors say no to whoever asked; all others are failures. Default: those of the handshake
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
