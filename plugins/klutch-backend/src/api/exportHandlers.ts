/** Handlers of the operators' operations on the APIs that the control plane exports. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ControlPlane } from '../clusters/ControlPlane';
import { requirePerson } from '../identity/Caller';
import type { Platform } from '../platform/Platform';
import { reachabilityView } from '../clusters/appClusterView';
import type { Offers } from '../platform/templates/Offers';
import type {
  IsVisible,
  TemplateReader,
} from '../platform/templates/TemplateReader';
import type { Handlers } from './handlers';
import { withPage } from './withPage';
import type { PlatformAccess } from './PlatformAccess';
import { effectivePolicy, mayBind } from '@klutch/binding-backend';
import { principalOf } from '../binding/portalIdentity';

export interface ExportHandlerOptions {
  controlPlane: ControlPlane;
  platform: Platform;
  offers: Offers;
  templates: TemplateReader;
  audienceRules: Schemas['AudienceRules'];
}

type ExportHandlers = Pick<
  Handlers,
  | 'listApis'
  | 'getApi'
  | 'listExportTemplates'
  | 'getExportTemplate'
  | 'previewExportTemplate'
  | 'createExportTemplate'
  | 'updateExportTemplate'
  | 'listExportTemplateDependants'
  | 'deleteExportTemplate'
  | 'listExportRequests'
  | 'listExports'
>;

/** Without the app clusters whose bindings the user may not see. */
const onlyVisible = <T extends { boundOn: string[]; resource: string }>(
  item: T,
  isVisible: IsVisible,
): T => ({
  ...item,
  boundOn: item.boundOn.filter(cluster =>
    isVisible({ cluster, name: item.resource }),
  ),
});

function templateReadHandlers(
  access: PlatformAccess,
  { audienceRules, controlPlane, platform, templates }: ExportHandlerOptions,
): Pick<
  Handlers,
  | 'listApis'
  | 'getApi'
  | 'listExportTemplates'
  | 'getExportTemplate'
  | 'previewExportTemplate'
  | 'listExportTemplateDependants'
> {
  return {
    async listApis({ caller }) {
      await access.requireRead(caller);
      const isVisible = await access.visibleExports(caller);
      return {
        items: platform.apis().map(api => onlyVisible(api, isVisible)),
        controlPlane: reachabilityView(controlPlane.reachability),
      };
    },

    async getApi({ caller, path }) {
      await access.requireRead(caller);
      return templates.api(path.resource);
    },

    async listExportTemplates({ caller }) {
      await access.requireRead(caller);
      const isVisible = await access.visibleExports(caller);
      const { person } = caller;
      const items = platform.templates().map(template => ({
        ...onlyVisible(template, isVisible),
        ...(person && {
          mayBind: mayBind(
            effectivePolicy(template.audience, audienceRules),
            principalOf(person),
          ),
        }),
      }));
      return { items, audienceRules };
    },

    async getExportTemplate({ caller, path }) {
      await access.requireRead(caller);
      const isVisible = await access.visibleExports(caller);
      return onlyVisible(await templates.template(path), isVisible);
    },

    async previewExportTemplate({ body, caller }) {
      const person = await access.requireManagePlatform(caller);
      const isVisible = await access.visibleExports(caller);
      return templates.preview(person, body, isVisible);
    },

    async listExportTemplateDependants({ caller, path }) {
      await access.requireRead(caller);
      const person = requirePerson(caller);
      const isVisible = await access.visibleExports(caller);
      return templates.dependants(person, path, isVisible);
    },
  };
}

function templateWriteHandlers(
  access: PlatformAccess,
  { offers }: ExportHandlerOptions,
): Pick<
  Handlers,
  'createExportTemplate' | 'updateExportTemplate' | 'deleteExportTemplate'
> {
  return {
    createExportTemplate: request =>
      access.change(
        request,
        {
          eventId: 'export-template-create',
          meta: { resource: request.body.resource },
        },
        person => offers.create(person, request.body),
      ),

    updateExportTemplate: request =>
      access.change(
        request,
        { eventId: 'export-template-update', meta: { ...request.path } },
        person => offers.update(person, request.path, request.body),
      ),

    async deleteExportTemplate(request) {
      await access.change(
        request,
        { eventId: 'export-template-delete', meta: { ...request.path } },
        person => offers.remove(person, request.path),
      );
      return undefined;
    },
  };
}

export function exportHandlers(
  access: PlatformAccess,
  options: ExportHandlerOptions,
): ExportHandlers {
  const { platform } = options;
  return {
    ...templateReadHandlers(access, options),
    ...templateWriteHandlers(access, options),

    async listExportRequests({ caller }) {
      const isReadable = await access.readableExports(caller);
      const items = platform
        .requests()
        .filter(({ cluster, resources }) =>
          resources.every(name => isReadable({ cluster, name })),
        );
      return { items };
    },

    async listExports({ caller, query }) {
      const isReadable = await access.readableExports(caller);
      return platform.exports(withPage(query, 'cluster'), isReadable);
    },
  };
}
