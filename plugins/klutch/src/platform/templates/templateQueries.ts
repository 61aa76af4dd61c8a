/** Queries and mutations of the pages about export templates. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { queryKeys, type TemplateKey } from '../../api/queryKeys';
import { useRead } from '../../hooks/useRead';
import { usePlatformChange } from '../usePlatformChange';

const templatePath = ({ namespace, name }: TemplateKey) => ({
  params: { path: { namespace, name } },
});

/** One API with the schemas of its versions. */
export const useApiDetail = (resource: string) =>
  useRead(queryKeys.apiDetail(resource), api =>
    api.request('get', '/platform/apis/{resource}', {
      params: { path: { resource } },
    }),
  );

/** A template as it is now, with its revisions; refetched when the platform changes. */
export const useExportTemplate = (key: TemplateKey) =>
  useRead(
    queryKeys.exportTemplate(key),
    api =>
      api.request(
        'get',
        '/platform/export-templates/{namespace}/{name}',
        templatePath(key),
      ),
    // Another dialog begins with the present state.
    { gcTime: 0 },
  );

/** What a request would do; the control plane is asked again each time. */
export const useTemplatePreview = (
  body: Schemas['ExportTemplatePreviewRequest'],
) =>
  useRead(
    queryKeys.templatePreview(body),
    api => api.request('post', '/platform/export-template-previews', { body }),
    { gcTime: 0 },
  );

/** What depends on a template; not refetched on signals, because the control plane is asked each time. */
export const useTemplateDependants = (key: TemplateKey) =>
  useRead(
    queryKeys.templateDependants(key),
    api =>
      api.request(
        'get',
        '/platform/export-templates/{namespace}/{name}/dependants',
        templatePath(key),
      ),
    { gcTime: 0 },
  );

/** A new offer, or a change of one. */
export type TemplateWrite =
  | { offer: Schemas['ExportTemplateRequest'] }
  | { key: TemplateKey; change: Schemas['ExportTemplateUpdate'] };

/** Offers an API, or changes its offer. */
export const useWriteTemplate = () =>
  usePlatformChange(
    (api, write: TemplateWrite) =>
      'offer' in write
        ? api.request('post', '/platform/export-templates', {
            body: write.offer,
          })
        : api.request('put', '/platform/export-templates/{namespace}/{name}', {
            ...templatePath(write.key),
            body: write.change,
          }),
    // After a conflict the dialog shows the other change. The dialog closes before the new state is read, which it would
    // show as a change by somebody else.
    { inBackground: true },
  );
