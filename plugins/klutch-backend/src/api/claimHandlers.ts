/** Handlers of the developers' operations on claims and their credentials. */
import type { AuditorService } from '@backstage/backend-plugin-api';
import type { ClaimReader } from '../claims/ClaimReader';
import type { ClaimWriter } from '../claims/ClaimWriter';
import type { CredentialsService } from '../credentials/CredentialsService';
import type { Platform } from '../platform/Platform';
import { appClusterView } from '../platform/platformViews';
import type { Handlers } from './handlers';
import { withAuditEvent } from './withAuditEvent';

/** Dependencies of {@link claimHandlers}. */
export interface ClaimHandlerOptions {
  auditor: AuditorService;
  platform: Platform;
  reader: ClaimReader;
  writer: ClaimWriter;
  credentials: CredentialsService;
}

type ClaimHandlers = Pick<
  Handlers,
  | 'listClaims'
  | 'createClaim'
  | 'getClaim'
  | 'listClaimEvents'
  | 'listClaimActivity'
  | 'listBindingWorkloads'
  | 'updateClaim'
  | 'deleteClaim'
  | 'revealCredentials'
>;

/** Creates the handlers. */
export function claimHandlers({
  auditor,
  platform,
  reader,
  writer,
  credentials,
}: ClaimHandlerOptions): ClaimHandlers {
  return {
    async listClaims({ caller, query }) {
      const page = await reader.list(caller, query);
      const joined = platform.joined();
      const titles = new Map(
        joined.map(({ record }) => [record.id, record.title]),
      );
      return {
        ...page,
        ...(page.facets && {
          facets: {
            ...page.facets,
            cluster: page.facets.cluster.map(choice => ({
              ...choice,
              title: titles.get(choice.value) ?? choice.value,
            })),
          },
        }),
        clusters: joined
          .filter(({ record }) => !query.cluster || record.id === query.cluster)
          .map(appClusterView),
      };
    },

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

    getClaim: ({ caller, path }) => reader.get(caller, path),

    listClaimEvents: async ({ caller, path }) => ({
      items: await reader.events(caller, path),
    }),

    listClaimActivity: async ({ caller, path }) => ({
      items: await reader.activity(caller, path),
    }),

    listBindingWorkloads: ({ caller, path }) => reader.workloads(caller, path),

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
          meta: {
            ...path,
            fields: Object.keys(body.spec ?? {}),
            ...(body.protected !== undefined && { protected: body.protected }),
            ...(body.owner !== undefined && { owner: body.owner }),
            ...(body.component !== undefined && { component: body.component }),
            ...(body.backupSchedule !== undefined && {
              backupSchedule: body.backupSchedule?.cron ?? 'removed',
            }),
          },
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
        () => writer.delete(caller, path, query.confirm),
      );
      return undefined;
    },

    revealCredentials: ({ caller, path, raw }) =>
      withAuditEvent(
        auditor,
        {
          eventId: 'credentials-reveal',
          severityLevel: 'high',
          request: raw,
          meta: { ...path },
        },
        () => credentials.reveal(caller, path),
      ),
  };
}
