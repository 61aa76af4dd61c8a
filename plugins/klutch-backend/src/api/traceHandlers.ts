/** Handler of the trace for support, which has its own permission and is audited. */
import type { AuditorService } from '@backstage/backend-plugin-api';
import { InputError, NotAllowedError } from '@backstage/errors';
import type { JsonObject } from '@backstage/types';
import {
  explain,
  klutchTraceReadPermission,
  stringifyClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { explainedError } from '../errors/explainedError';
import { requirePerson, type Callers } from '../identity/Caller';
import { parseTraceText } from '../platform/trace/parseTraceText';
import type { SupportTraces } from '../platform/trace/SupportTraces';
import type { Handlers } from './handlers';
import { withAuditEvent } from './withAuditEvent';

export interface TraceHandlerOptions {
  auditor: AuditorService;
  callers: Callers;
  /** Whether a permission policy decides; without one everybody could read the names of all tenants. */
  permissionsEnabled: boolean;
  traces: Pick<SupportTraces, 'find'>;
}

/** Which claims somebody has seen the names of. */
const outcomeOf = ({
  matches,
  trace,
}: Schemas['SupportTraceResult']): JsonObject => ({
  matches: matches.map(stringifyClaimRef),
  traced: trace !== undefined,
});

export const traceHandlers = ({
  auditor,
  callers,
  permissionsEnabled,
  traces,
}: TraceHandlerOptions): Pick<Handlers, 'traceForSupport'> => ({
  async traceForSupport({ caller, body, raw }) {
    const person = requirePerson(caller);
    const query = parseTraceText(body.text);
    return withAuditEvent(
      auditor,
      {
        eventId: 'support-read',
        severityLevel: 'medium',
        request: raw,
        // The text itself may hold anything that somebody has pasted.
        meta: { queryType: 'trace', ...query },
      },
      async () => {
        if (!permissionsEnabled) {
          throw explainedError(
            NotAllowedError,
            explain('TraceNeedsPermissions'),
          );
        }
        await callers.requirePermission(
          caller,
          klutchTraceReadPermission,
          'trace claims of all tenants',
        );
        if (query) return traces.find(person, query);
        throw explainedError(InputError, explain('TraceTextUnusable'));
      },
      outcomeOf,
    );
  },
});
