/** Handlers of the operations for developers. */
import type { AuditorService } from '@backstage/backend-plugin-api';
import { NotFoundError } from '@backstage/errors';
import {
  klutchClaimReadPermission,
  klutchCredentialsRevealPermission,
  klutchPlatformReadPermission,
} from '@klutch/backstage-plugin-klutch-common';
import type { ClaimService } from '../claims/ClaimService';
import type { ControlPlane } from '../clusters/ControlPlane';
import type { CredentialsService } from '../credentials/CredentialsService';
import { requirePerson, type Callers } from '../identity/Caller';
import type { Platform } from '../platform/Platform';
import { appClusterView, reachabilityView } from '../platform/platformViews';
import type { Namespaces } from '../services/Namespaces';
import type { ServiceCatalog } from '../services/ServiceCatalog';
import { withAuditEvent } from './withAuditEvent';
import type { Handlers } from './handlers';

/** Dependencies of {@link developerHandlers}. */
export interface DeveloperHandlerOptions {
  auditor: AuditorService;
  callers: Callers;
  controlPlane: ControlPlane;
  platform: Platform;
  catalog: ServiceCatalog;
  namespaces: Namespaces;
  claims: ClaimService;
  credentials: CredentialsService;
  permissionsEnabled: boolean;
}

type DeveloperHandlers = Pick<
  Handlers,
  | 'getMe'
  | 'listServices'
  | 'getService'
  | 'listAppClusters'
  | 'listNamespaces'
  | 'listClaims'
  | 'createClaim'
  | 'getClaim'
  | 'deleteClaim'
  | 'revealCredentials'
>;

/** Creates the handlers. */
export function developerHandlers(
  options: DeveloperHandlerOptions,
): DeveloperHandlers {
  const { auditor, callers, controlPlane, platform, catalog } = options;
  return {
    async getMe({ caller }) {
      const { userRef, kubernetes } = requirePerson(caller);
      return {
        userRef,
        kubernetesUser: kubernetes.user,
        kubernetesGroups: kubernetes.groups,
        operator: await callers.isAllowed(caller, klutchPlatformReadPermission),
        mayReveal: await callers.isAllowed(
          caller,
          klutchCredentialsRevealPermission,
        ),
        permissionsEnabled: options.permissionsEnabled,
      };
    },

    async listServices({ caller }) {
      await callers.requirePermission(
        caller,
        klutchClaimReadPermission,
        'see services',
      );
      return {
        items: catalog.list(),
        controlPlane: reachabilityView(controlPlane.reachability),
      };
    },

    async getService({ caller, path }) {
      await callers.requirePermission(
        caller,
        klutchClaimReadPermission,
        'see services',
      );
      const service = catalog.get(path.resource);
      if (service) return service;
      throw new NotFoundError(
        `The service "${path.resource}" is not offered here. Choose one that is listed under Services.`,
      );
    },

    async listAppClusters({ caller }) {
      await callers.requirePermission(
        caller,
        klutchClaimReadPermission,
        'see services',
      );
      return { items: platform.joined().map(appClusterView) };
    },

    async listNamespaces({ caller, path, query }) {
      await callers.requirePermission(
        caller,
        klutchClaimReadPermission,
        'see services',
      );
      const person = requirePerson(caller);
      return {
        items: await options.namespaces.list(
          person,
          path.cluster,
          query.resource,
        ),
      };
    },

    async listClaims({ caller, query }) {
      const items = await options.claims.list(caller, query);
      const clusters = platform
        .joined()
        .filter(({ record }) => !query.cluster || record.id === query.cluster);
      return {
        items,
        clusters: clusters.map(appClusterView),
        complete:
          controlPlane.reachability.reachable &&
          // The list is incomplete unless every cluster is fully cached, so that clients do not treat unseen claims
          // as deleted.
          clusters.every(
            ({ cluster, connection }) =>
              connection === 'konnector' || cluster?.complete,
          ),
      };
    },

    async createClaim({ caller, query, body, raw }) {
      const { cluster, namespace, resource, name } = body;
      const create = () =>
        options.claims.create(caller, body, query.dryRun ?? false);
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

    getClaim: ({ caller, path }) => options.claims.get(caller, path),

    async deleteClaim({ caller, path, query, raw }) {
      await withAuditEvent(
        auditor,
        {
          eventId: 'claim-delete',
          severityLevel: 'medium',
          request: raw,
          meta: { ...path },
        },
        () => options.claims.delete(caller, path, query.confirm),
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
        () => options.credentials.reveal(caller, path),
      ),
  };
}
