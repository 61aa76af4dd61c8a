/** Handlers of the operations for operators. */
import type { AuditorService } from '@backstage/backend-plugin-api';
import {
  klutchPlatformManagePermission,
  klutchPlatformReadPermission,
} from '@klutch/backstage-plugin-klutch-common';
import type { Request } from 'express';
import type { JsonObject } from '@backstage/types';
import type { ControlPlane } from '../clusters/ControlPlane';
import {
  requirePerson,
  type Caller,
  type Callers,
  type Person,
} from '../identity/Caller';
import type { AppClusterJoinTokens } from '../platform/AppClusterJoinTokens';
import type { AppClusterOffboarding } from '../platform/AppClusterOffboarding';
import type { AppClusterRegistration } from '../platform/AppClusterRegistration';
import type { AppClusterTokens } from '../platform/AppClusterTokens';
import type { Offers } from '../platform/Offers';
import type { Platform } from '../platform/Platform';
import { reachabilityView } from '../platform/platformViews';
import { withAuditEvent } from './withAuditEvent';
import type { Handlers } from './handlers';

/** Dependencies of {@link platformHandlers}. */
export interface PlatformHandlerOptions {
  auditor: AuditorService;
  callers: Callers;
  controlPlane: ControlPlane;
  platform: Platform;
  offers: Offers;
  registration: AppClusterRegistration;
  joinTokens: AppClusterJoinTokens;
  tokens: AppClusterTokens;
  offboarding: AppClusterOffboarding;
}

type PlatformHandlers = Pick<
  Handlers,
  | 'listApis'
  | 'listExportTemplates'
  | 'createExportTemplate'
  | 'deleteExportTemplate'
  | 'listExportRequests'
  | 'listExports'
  | 'listPlatformAppClusters'
  | 'registerAppCluster'
  | 'setAppClusterKubeconfig'
  | 'inviteAppCluster'
  | 'inviteAppClusterAgain'
  | 'getAppClusterInvitation'
  | 'cancelAppClusterInvitation'
  | 'endAppClusterTokens'
  | 'previewOffboarding'
  | 'offboardAppCluster'
  | 'bindApi'
>;

/** Creates the handlers. */
export function platformHandlers(
  options: PlatformHandlerOptions,
): PlatformHandlers {
  const { auditor, callers, controlPlane, platform } = options;
  const { joinTokens, offboarding, offers, registration, tokens } = options;
  const requireReadPermission = (caller: Caller) =>
    callers.requirePermission(
      caller,
      klutchPlatformReadPermission,
      'see the platform pages',
    );
  const withManagePermission = async <T>(
    operation: {
      caller: Caller;
      raw: Request;
      eventId: string;
      meta: JsonObject;
    },
    run: (person: Person) => Promise<T>,
  ): Promise<T> => {
    const person = requirePerson(operation.caller);
    return withAuditEvent(
      auditor,
      {
        eventId: operation.eventId,
        severityLevel: 'medium',
        request: operation.raw,
        meta: operation.meta,
      },
      async () => {
        await callers.requirePermission(
          operation.caller,
          klutchPlatformManagePermission,
          'change the platform',
        );
        return run(person);
      },
    );
  };

  return {
    async listApis({ caller }) {
      await requireReadPermission(caller);
      return {
        items: platform.apis(),
        controlPlane: reachabilityView(controlPlane.reachability),
      };
    },

    async listExportTemplates({ caller }) {
      await requireReadPermission(caller);
      return { items: platform.templates() };
    },

    createExportTemplate: ({ caller, body, raw }) =>
      withManagePermission(
        {
          caller,
          raw,
          eventId: 'export-template-create',
          meta: { resource: body.resource },
        },
        person => offers.create(person, body),
      ),

    async deleteExportTemplate({ caller, path, raw }) {
      await withManagePermission(
        { caller, raw, eventId: 'export-template-delete', meta: { ...path } },
        person => offers.remove(person, path),
      );
      return undefined;
    },

    async listExportRequests({ caller }) {
      await requireReadPermission(caller);
      return { items: platform.requests() };
    },

    async listExports({ caller }) {
      await requireReadPermission(caller);
      return { items: platform.exports() };
    },

    async listPlatformAppClusters({ caller }) {
      await requireReadPermission(caller);
      return { items: platform.appClusters() };
    },

    registerAppCluster: ({ caller, body, raw }) =>
      withManagePermission(
        {
          caller,
          raw,
          eventId: 'app-cluster-register',
          meta: { cluster: body.id },
        },
        person => registration.register(person, body),
      ),

    setAppClusterKubeconfig: ({ caller, path, body, raw }) =>
      withManagePermission(
        {
          caller,
          raw,
          eventId: 'app-cluster-kubeconfig',
          meta: { cluster: path.cluster },
        },
        person => registration.setKubeconfig(person, path.cluster, body),
      ),

    inviteAppCluster: ({ caller, body, raw }) =>
      withManagePermission(
        {
          caller,
          raw,
          eventId: 'app-cluster-create-join-token',
          meta: {
            cluster: body.id,
            resources: body.apis.map(({ resource }) => resource),
          },
        },
        person => joinTokens.create(person, body),
      ),

    inviteAppClusterAgain: ({ caller, path, body, raw }) =>
      withManagePermission(
        {
          caller,
          raw,
          eventId: 'app-cluster-create-join-token',
          meta: {
            cluster: path.cluster,
            resources: body.apis.map(({ resource }) => resource),
          },
        },
        person => joinTokens.replace(person, path.cluster, body),
      ),

    async getAppClusterInvitation({ caller, path }) {
      await requireReadPermission(caller);
      return joinTokens.get(path.cluster);
    },

    async cancelAppClusterInvitation({ caller, path, raw }) {
      await withManagePermission(
        {
          caller,
          raw,
          eventId: 'app-cluster-revoke-join-token',
          meta: { cluster: path.cluster },
        },
        person => joinTokens.cancel(person, path.cluster),
      );
      return undefined;
    },

    async endAppClusterTokens({ caller, path, raw }) {
      await withManagePermission(
        {
          caller,
          raw,
          eventId: 'app-cluster-revoke-tokens',
          meta: { cluster: path.cluster },
        },
        person => tokens.revoke(person, path.cluster),
      );
      return undefined;
    },

    async previewOffboarding({ caller, path }) {
      await requireReadPermission(caller);
      return offboarding.preview(requirePerson(caller), path.cluster);
    },

    async offboardAppCluster({ caller, path, body, raw }) {
      await withManagePermission(
        {
          caller,
          raw,
          eventId: 'app-cluster-offboard',
          meta: { cluster: path.cluster },
        },
        person => offboarding.offboard(person, path.cluster, body),
      );
      return undefined;
    },

    bindApi: ({ caller, path, body, raw }) =>
      withManagePermission(
        {
          caller,
          raw,
          eventId: 'api-bind',
          meta: { cluster: path.cluster, resource: body.resource },
        },
        person => registration.bindApi(person, path.cluster, body),
      ),
  };
}
