/** Writes the audit events of the handshake and the binding backend to Backstage's auditor. */
import type {
  AuditorService,
  LoggerService,
} from '@backstage/backend-plugin-api';
import type { Audit, AuditEvent } from '@klutch/binding-backend';

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

/** A failed write is only logged, because the audited action has happened already. */
export const bindingAudit =
  (auditor: AuditorService, logger: LoggerService): Audit =>
  event => {
    writeAuditEvent(auditor, event).catch(error =>
      logger.error(
        `The audit event of "${event.action}" by ${event.actor} could not be written`,
        error,
      ),
    );
  };
