/** Handlers of the operators' operations on the APIs that the control plane exports. */
import type { ControlPlane } from '../clusters/ControlPlane';
import type { Offers } from '../platform/Offers';
import type { Platform } from '../platform/Platform';
import { reachabilityView } from '../platform/platformViews';
import type { Handlers } from './handlers';
import type { PlatformAccess } from './PlatformAccess';

/** Dependencies of {@link exportHandlers}. */
export interface ExportHandlerOptions {
  controlPlane: ControlPlane;
  platform: Platform;
  offers: Offers;
}

type ExportHandlers = Pick<
  Handlers,
  | 'listApis'
  | 'listExportTemplates'
  | 'createExportTemplate'
  | 'deleteExportTemplate'
  | 'listExportRequests'
  | 'listExports'
>;

/** Creates the handlers. */
export function exportHandlers(
  access: PlatformAccess,
  { controlPlane, platform, offers }: ExportHandlerOptions,
): ExportHandlers {
  return {
    async listApis({ caller }) {
      await access.requireRead(caller);
      return {
        items: platform.apis(),
        controlPlane: reachabilityView(controlPlane.reachability),
      };
    },

    async listExportTemplates({ caller }) {
      await access.requireRead(caller);
      return { items: platform.templates() };
    },

    createExportTemplate: request =>
      access.change(
        request,
        {
          eventId: 'export-template-create',
          meta: { resource: request.body.resource },
        },
        person => offers.create(person, request.body),
      ),

    async deleteExportTemplate(request) {
      await access.change(
        request,
        { eventId: 'export-template-delete', meta: { ...request.path } },
        person => offers.remove(person, request.path),
      );
      return undefined;
    },

    async listExportRequests({ caller }) {
      await access.requireRead(caller);
      return { items: platform.requests() };
    },

    async listExports({ caller }) {
      await access.requireRead(caller);
      return { items: platform.exports() };
    },
  };
}
