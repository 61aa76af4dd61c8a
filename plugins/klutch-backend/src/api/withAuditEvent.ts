/** Wraps a user's action in audit events: one at its start, one with its outcome. */
import type {
  AuditorService,
  AuditorServiceEventSeverityLevel,
} from '@backstage/backend-plugin-api';
import type { JsonObject } from '@backstage/types';
import type { Request } from 'express';

/** The action and its target. Never holds credentials. */
export interface AuditedAction {
  /** Kebab case, without the plugin id. */
  eventId: string;
  severityLevel: AuditorServiceEventSeverityLevel;
  request: Request;
  meta: JsonObject;
}

/** Runs the action and audits its success or failure. */
export async function withAuditEvent<T>(
  auditor: AuditorService,
  action: AuditedAction,
  operation: () => Promise<T>,
): Promise<T> {
  const event = await auditor.createEvent(action);
  let result: T;
  try {
    result = await operation();
  } catch (error) {
    await event.fail({
      error: error instanceof Error ? error : new Error(String(error)),
    });
    throw error;
  }
  await event.success();
  return result;
}
