/** Wraps a user's action in audit events: one at its start, one with its outcome. */
import type {
  AuditorService,
  AuditorServiceEventSeverityLevel,
} from '@backstage/backend-plugin-api';
import type { JsonObject } from '@backstage/types';
import type { Request } from 'express';

/** What an audit event takes the actor from: the HTTP request, or who invoked an action of the actions registry. */
export type AuditSource =
  | Request
  | {
      /** Entity ref of the user. */
      invokedBy: string;
    };

/** The action and its target. Never holds credentials. */
export interface AuditedAction {
  /** Kebab case, without the plugin id. */
  eventId: string;
  severityLevel: AuditorServiceEventSeverityLevel;
  request: AuditSource;
  meta: JsonObject;
}

/** Without a request the auditor does not know the actor, who is then part of the metadata. */
function eventOptions({ request, meta, ...action }: AuditedAction) {
  return 'invokedBy' in request
    ? { ...action, meta: { ...meta, invokedBy: request.invokedBy } }
    : { ...action, meta, request };
}

/**
 * Runs the action and audits its success or failure.
 *
 * @param outcome - what the event of the success says besides
 */
export async function withAuditEvent<T>(
  auditor: AuditorService,
  action: AuditedAction,
  operation: () => Promise<T>,
  outcome?: (result: T) => JsonObject,
): Promise<T> {
  const event = await auditor.createEvent(eventOptions(action));
  let result: T;
  try {
    result = await operation();
  } catch (error) {
    await event.fail({
      error: error instanceof Error ? error : new Error(String(error)),
    });
    throw error;
  }
  await (outcome ? event.success({ meta: outcome(result) }) : event.success());
  return result;
}
