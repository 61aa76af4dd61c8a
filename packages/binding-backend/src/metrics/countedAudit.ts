/** Counts audited events, so that audit and metrics always agree. */
import { backendActor, type Audit, type AuditEvent } from '../audit/Audit';
import type { BindingMetrics, TokenResult } from './BindingMetrics';

const tokenResult = ({ action, outcome }: AuditEvent): TokenResult => {
  if (outcome !== 'succeeded') return 'refused';
  return action === 'renew-token' ? 'renewed' : 'issued';
};

const count = (metrics: BindingMetrics, event: AuditEvent): void => {
  const { action, actor, outcome, provider = 'unknown' } = event;
  const isBackend = actor === backendActor;
  if (action === 'sign-in') metrics.signedIn(provider, outcome);
  if (action === 'bind') {
    metrics.bound(isBackend ? 'export' : 'consent', outcome);
  }
  const isToken = action === 'issue-token' || action === 'renew-token';
  if (isToken && isBackend) metrics.token(tokenResult(event));
};

/** Forwards each event to the audit, and counts it if there are metrics. */
export const countedAudit = (
  audit: Audit,
  metrics: BindingMetrics | undefined,
): Audit =>
  metrics
    ? event => {
        count(metrics, event);
        audit(event);
      }
    : audit;
