/** API resources of export templates and exports, and the template that offers an API. */
import {
  apiName,
  type APIServiceExport,
  type APIServiceExportTemplate,
  type ApiResource,
} from '@klutch/bind-api';

/** The API resource that a template offers. */
export const templateApi = (
  template: Pick<APIServiceExportTemplate, 'spec'>,
): ApiResource => ({
  group: template.spec.APIServiceSelector.group ?? '',
  resource: template.spec.APIServiceSelector.resource,
});

/** The API resource that an export contains. */
export const exportApi = (
  apiExport: Pick<APIServiceExport, 'spec'>,
): ApiResource => ({
  group: apiExport.spec.group,
  resource: apiExport.spec.names.plural,
});

/**
 * The template that offers an API. When several templates do, the oldest and then the first by name is used, so that
 * every replica picks the same template. Templates with a deletion timestamp offer nothing.
 * @returns undefined when no template offers the API
 */
export const findTemplate = (
  templates: readonly APIServiceExportTemplate[],
  api: ApiResource,
): APIServiceExportTemplate | undefined => {
  const order = ({ metadata }: APIServiceExportTemplate) =>
    `${metadata.creationTimestamp}/${metadata.namespace}/${metadata.name}`;
  return templates
    .filter(
      template =>
        !template.metadata.deletionTimestamp &&
        apiName(templateApi(template)) === apiName(api),
    )
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))[0];
};
