/** Handlers of the developers' operations that change claims or reveal credentials; each is an audit event. */
import type { AuditorService } from '@backstage/backend-plugin-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { changedFields } from '../claims/changedFields';
import type { ClaimWriter } from '../claims/ClaimWriter';
import type { CredentialsService } from '../credentials/CredentialsService';
import type { Handlers } from './handlers';
import { withAuditEvent } from './withAuditEvent';

export interface ClaimWriteHandlerOptions {
  auditor: AuditorService;
  writer: ClaimWriter;
  credentials: CredentialsService;
}

/** What the audit event of a change contains: names of changed fields of the spec, values of all else. */
const changesOf = (body: Schemas['ClaimChange']) => ({
  fields: changedFields(body.spec ?? {}),
  ...(body.protected !== undefined && { protected: body.protected }),
  ...(body.owner !== undefined && { owner: body.owner }),
  ...(body.component !== undefined && { component: body.component }),
  ...(body.backupSchedule !== undefined && {
    backupSchedule: body.backupSchedule?.cron ?? 'removed',
  }),
});

export const claimWriteHandlers = ({
  auditor,
  writer,
  credentials,
}: ClaimWriteHandlerOptions): Pick<
  Handlers,
  'createClaim' | 'updateClaim' | 'deleteClaim' | 'revealCredentials'
> => ({
  async createClaim({ caller, query, body, raw }) {
    const { cluster, namespace, resource, name } = body;
    const create = () => writer.create(caller, body, query.dryRun ?? false);
    if (query.dryRun) return create();
    return withAuditEvent(
      auditor,
      {
        eventId: 'claim-create',
        severityLevel: 'medium',
        request: raw,
        meta: { cluster, namespace, resource, name },
      },
      create,
    );
  },

  async updateClaim({ caller, path, query, body, raw }) {
    const update = () =>
      writer.update(caller, path, body, query.dryRun ?? false);
    if (query.dryRun) return update();
    return withAuditEvent(
      auditor,
      {
        eventId: 'claim-update',
        severityLevel: 'medium',
        request: raw,
        meta: { ...path, ...changesOf(body) },
      },
      update,
    );
  },

  async deleteClaim({ caller, path, query, raw }) {
    await withAuditEvent(
      auditor,
      {
        eventId: 'claim-delete',
        severityLevel: 'medium',
        request: raw,
        meta: { ...path },
      },
      () => writer.delete(caller, path, query),
    );
    return undefined;
  },

  revealCredentials({ caller, path, body, raw }) {
    const reason = body.reason?.trim() || undefined;
    return withAuditEvent(
      auditor,
      {
        eventId: 'credentials-reveal',
        severityLevel: 'high',
        request: raw,
        meta: { ...path, ...(reason && { reason }) },
      },
      () => credentials.reveal(caller, path, reason),
    );
  },
});
