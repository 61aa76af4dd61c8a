/** Queries and mutations of the pages about export templates. */
import { useApi } from '@backstage/core-plugin-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { klutchApiRef } from '../../api/klutchApi';
import { unwrap, type KlutchError } from '../../api/KlutchError';
import type { ExportTemplate } from '../../api/types';
import { queryKeys } from '../../api/queryKeys';

/** Identifies a template. */
export interface TemplateKey {
  namespace: string;
  name: string;
}

const templatePath = ({ namespace, name }: TemplateKey) => ({
  params: { path: { namespace, name } },
});

/** One API with the schemas of its versions. */
export function useApiDetail(resource: string) {
  const api = useApi(klutchApiRef);
  return useQuery<Schemas['ApiDetail'], KlutchError>({
    queryKey: queryKeys.apiDetail(resource),
    queryFn: () =>
      unwrap(
        api.request('get', '/platform/apis/{resource}', {
          params: { path: { resource } },
        }),
      ),
  });
}

/** A template as it is now, with its revisions; refetched when the platform changes. */
export function useExportTemplate({ namespace, name }: TemplateKey) {
  const api = useApi(klutchApiRef);
  const key = { namespace, name };
  return useQuery<Schemas['ExportTemplateDetail'], KlutchError>({
    queryKey: queryKeys.exportTemplate(key),
    // Another dialog begins with the present state.
    gcTime: 0,
    queryFn: () =>
      unwrap(
        api.request(
          'get',
          '/platform/export-templates/{namespace}/{name}',
          templatePath(key),
        ),
      ),
  });
}

/** What a request would do; the control plane is asked again each time. */
export function useTemplatePreview(
  body: Schemas['ExportTemplatePreviewRequest'],
) {
  const api = useApi(klutchApiRef);
  return useQuery<Schemas['ExportTemplatePreview'], KlutchError>({
    queryKey: queryKeys.templatePreview(body),
    gcTime: 0,
    queryFn: () =>
      unwrap(
        api.request('post', '/platform/export-template-previews', { body }),
      ),
  });
}

/** What depends on a template; not refetched on signals, because the control plane is asked each time. */
export function useTemplateDependants({ namespace, name }: TemplateKey) {
  const api = useApi(klutchApiRef);
  const key = { namespace, name };
  return useQuery<Schemas['ExportTemplateDependants'], KlutchError>({
    queryKey: queryKeys.templateDependants(key),
    gcTime: 0,
    queryFn: () =>
      unwrap(
        api.request(
          'get',
          '/platform/export-templates/{namespace}/{name}/dependants',
          templatePath(key),
        ),
      ),
  });
}

/** A new offer, or a change of one. */
export type TemplateWrite =
  | { offer: Schemas['ExportTemplateRequest'] }
  | { key: TemplateKey; change: Schemas['ExportTemplateUpdate'] };

/** Offers an API, or changes its offer. */
export function useWriteTemplate() {
  const api = useApi(klutchApiRef);
  const client = useQueryClient();
  return useMutation<ExportTemplate, KlutchError, TemplateWrite>({
    mutationFn: write =>
      unwrap(
        'offer' in write
          ? api.request('post', '/platform/export-templates', {
              body: write.offer,
            })
          : api.request(
              'put',
              '/platform/export-templates/{namespace}/{name}',
              { ...templatePath(write.key), body: write.change },
            ),
      ),
    // Also after a conflict, so that the dialog shows the other change. Not awaited: the dialog closes first, for which
    // the new state would be a change by somebody else.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.platform });
      void client.invalidateQueries({ queryKey: queryKeys.services });
    },
  });
}
