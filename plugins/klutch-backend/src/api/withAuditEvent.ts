/** Writes an audit event around something that a person does: one that it begins, one how it ended. */
import type {
  AuditorService,
  AuditorServiceEventSeverityLevel,
} from '@backstage/backend-plugin-api';
import type { JsonObject } from '@backstage/types';
import type { Request } from 'express';

/** What is done, to what. Never holds credentials. */
export interface AuditedAction {
  /** Kebab case, without the plugin's name. */
  eventId: string;
  severityLevel: AuditorServiceEventSeverityLevel;
  request: Request;
  meta: JsonObject;
}

/** Does it, and leaves a trace of it whatever comes of it. */
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
