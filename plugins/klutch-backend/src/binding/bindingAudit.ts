/** Writes the audit events of the handshake and the binding backend to Backstage's auditor, one for each action. */
import type {
  AuditorService,
  LoggerService,
} from '@backstage/backend-plugin-api';
import {
  portalIssuer,
  type Audit,
  type AuditEvent,
} from '@klutch/binding-backend';

const writeAuditEvent = async (
  auditor: AuditorService,
  { action, outcome, reason, apis, ...details }: AuditEvent,
): Promise<void> => {
  const hasSucceeded = outcome === 'succeeded';
  const event = await auditor.createEvent({
    eventId: `binding-${action}`,
    severityLevel: 'medium',
    meta: {
      ...details,
      outcome,
      ...(apis && { apis: [...apis] }),
      ...(hasSucceeded && reason && { reason }),
    },
  });
  if (hasSucceeded) await event.success();
  else await event.fail({ error: new Error(reason ?? outcome) });
};

/** What the operations of the REST interface do through the binding backend, and audit themselves. */
const operationActions: ReadonlySet<AuditEvent['action']> = new Set([
  'bind',
  'create-join-token',
  'issue-token',
  'offboard',
  'revoke-join-token',
  'revoke-tokens',
]);

/** Whether the event repeats that of an operation of the REST interface, or that of a join token's `pick-up`. */
const isAuditedElsewhere = ({ action, actor }: AuditEvent): boolean =>
  actor.startsWith(`${portalIssuer}/`) && operationActions.has(action);

/** A failed write is only logged, because the audited action has happened already. */
export const bindingAudit =
  (auditor: AuditorService, logger: LoggerService): Audit =>
  event => {
    if (isAuditedElsewhere(event)) return;
    writeAuditEvent(auditor, event).catch(error =>
      logger.error(
        `The audit event of "${event.action}" by ${event.actor} could not be written`,
        error,
      ),
    );
  };
