/** An API by group and plural: how templates, requests and roles name it. */
import type {
  APIServiceExport,
  APIServiceExportTemplate,
} from '@klutch/bind-api';

/** An API's group (`''` for the core group) and lower-case plural. */
export interface ApiResource {
  group: string;
  resource: string;
}

/** `<plural>.<group>`; name of the export, the binding and the CRD. */
export const apiName = ({ group, resource }: ApiResource): string =>
  group === '' ? resource : `${resource}.${group}`;

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
