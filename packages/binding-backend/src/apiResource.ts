/** The API of a template or an export. */
import {
  apiName,
  type APIServiceExport,
  type APIServiceExportTemplate,
  type ApiResource,
} from '@klutch/bind-api';

/** The API that a template offers. */
export const templateApi = (
  template: Pick<APIServiceExportTemplate, 'spec'>,
): ApiResource => ({
  group: template.spec.APIServiceSelector.group ?? '',
  resource: template.spec.APIServiceSelector.resource,
});

/** The API that an export carries. */
export const exportApi = (
  apiExport: Pick<APIServiceExport, 'spec'>,
): ApiResource => ({
  group: apiExport.spec.group,
  resource: apiExport.spec.names.plural,
});

/**
 * The template that offers an API. Several may: the oldest decides, then the name, so that every replica picks the same.
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
