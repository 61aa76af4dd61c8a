/** Handlers of the operators' operations. */
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
import type { AppClusterInvitations } from '../platform/AppClusterInvitations';
import type { AppClusterOffboarding } from '../platform/AppClusterOffboarding';
import type { AppClusterRegistration } from '../platform/AppClusterRegistration';
import type { AppClusterTokens } from '../platform/AppClusterTokens';
import type { Offers } from '../platform/Offers';
import type { Platform } from '../platform/Platform';
import { reachabilityView } from '../platform/platformViews';
import { audited } from './audited';
import type { Handlers } from './handlers';

/** What the handlers call. */
export interface PlatformHandlerOptions {
  auditor: AuditorService;
  callers: Callers;
  controlPlane: ControlPlane;
  platform: Platform;
  offers: Offers;
  registration: AppClusterRegistration;
  invitations: AppClusterInvitations;
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

/** Makes the handlers. */
export function platformHandlers(
  options: PlatformHandlerOptions,
): PlatformHandlers {
  const { auditor, callers, controlPlane, platform } = options;
  const { invitations, offboarding, offers, registration, tokens } = options;
  const look = (caller: Caller) =>
    callers.require(
      caller,
      klutchPlatformReadPermission,
      'see the platform pages',
    );
  const manage = async <T>(
    what: { caller: Caller; raw: Request; eventId: string; meta: JsonObject },
    doing: (person: Person) => Promise<T>,
  ): Promise<T> => {
    const person = requirePerson(what.caller);
    return audited(
      auditor,
      {
        eventId: what.eventId,
        severityLevel: 'medium',
        request: what.raw,
        meta: what.meta,
      },
      async () => {
        await callers.require(
          what.caller,
          klutchPlatformManagePermission,
          'change the platform',
        );
        return doing(person);
      },
    );
  };

  return {
    async listApis({ caller }) {
      await look(caller);
      return {
        items: platform.apis(),
        controlPlane: reachabilityView(controlPlane.reachability),
      };
    },

    async listExportTemplates({ caller }) {
      await look(caller);
      return { items: platform.templates() };
    },

    createExportTemplate: ({ caller, body, raw }) =>
      manage(
        {
          caller,
          raw,
          eventId: 'export-template-create',
          meta: { resource: body.resource },
        },
        person => offers.create(person, body),
      ),

    async deleteExportTemplate({ caller, path, raw }) {
      await manage(
        { caller, raw, eventId: 'export-template-delete', meta: { ...path } },
        person => offers.remove(person, path),
      );
      return undefined;
    },

    async listExportRequests({ caller }) {
      await look(caller);
      return { items: platform.requests() };
    },

    async listExports({ caller }) {
      await look(caller);
      return { items: platform.exports() };
    },

    async listPlatformAppClusters({ caller }) {
      await look(caller);
      return { items: platform.appClusters() };
    },

    registerAppCluster: ({ caller, body, raw }) =>
      manage(
        {
          caller,
          raw,
          eventId: 'app-cluster-register',
          meta: { cluster: body.id },
        },
        person => registration.register(person, body),
      ),

    setAppClusterKubeconfig: ({ caller, path, body, raw }) =>
      manage(
        {
          caller,
          raw,
          eventId: 'app-cluster-kubeconfig',
          meta: { cluster: path.cluster },
        },
        person => registration.setKubeconfig(person, path.cluster, body),
      ),

    inviteAppCluster: ({ caller, body, raw }) =>
      manage(
        {
          caller,
          raw,
          eventId: 'app-cluster-invite',
          meta: {
            cluster: body.id,
            resources: body.apis.map(({ resource }) => resource),
          },
        },
        person => invitations.invite(person, body),
      ),

    inviteAppClusterAgain: ({ caller, path, body, raw }) =>
      manage(
        {
          caller,
          raw,
          eventId: 'app-cluster-invite',
          meta: {
            cluster: path.cluster,
            resources: body.apis.map(({ resource }) => resource),
          },
        },
        person => invitations.inviteAgain(person, path.cluster, body),
      ),

    async getAppClusterInvitation({ caller, path }) {
      await look(caller);
      return invitations.get(path.cluster);
    },

    async cancelAppClusterInvitation({ caller, path, raw }) {
      await manage(
        {
          caller,
          raw,
          eventId: 'app-cluster-invitation-cancel',
          meta: { cluster: path.cluster },
        },
        person => invitations.cancel(person, path.cluster),
      );
      return undefined;
    },

    async endAppClusterTokens({ caller, path, raw }) {
      await manage(
        {
          caller,
          raw,
          eventId: 'app-cluster-end-tokens',
          meta: { cluster: path.cluster },
        },
        person => tokens.end(person, path.cluster),
      );
      return undefined;
    },

    async previewOffboarding({ caller, path }) {
      await look(caller);
      return offboarding.preview(requirePerson(caller), path.cluster);
    },

    async offboardAppCluster({ caller, path, body, raw }) {
      await manage(
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
      manage(
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
