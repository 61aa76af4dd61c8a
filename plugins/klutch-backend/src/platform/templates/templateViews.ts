/** REST representations of export templates. Pure functions. */
import {
  apiName,
  type APIServiceExportTemplate,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import { explain, type Schemas } from '@klutch/backstage-plugin-klutch-common';
import {
  templateApi,
  templateAudience,
  templateRevisions,
  type AffectedExport,
  type TemplateAudience,
  type TemplateRevision,
} from '@klutch/binding-backend';
import { permissionClaimView } from './permissionClaims';
import { templateManifest } from './templateManifest';

/** What the portal knows about the API of a template. */
export interface KnownApi {
  /** Title, when the control plane has the API. */
  title?: string;
  /** Ids of the app clusters that bind it. */
  boundOn: string[];
}

function templateProblem() {
  const { message, reason } = explain('TemplateWithoutApi');
  return { problem: message, problemReason: reason };
}

const audienceView = ({
  groups,
  issuers,
  namespaces,
  users,
}: TemplateAudience): Schemas['Audience'] => ({
  ...(groups && { groups: [...groups] }),
  ...(users && { users: [...users] }),
  ...(issuers && { issuers: [...issuers] }),
  ...(namespaces && { namespaces: [...namespaces] }),
});

/** A template. */
export function templateView(
  template: APIServiceExportTemplate,
  known: KnownApi,
): Schemas['ExportTemplate'] {
  const { metadata, spec } = template;
  const resource = apiName(templateApi(template));
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    resource,
    title: known.title ?? resource,
    claims: (spec.permissionClaims ?? []).map(permissionClaimView),
    audience: audienceView(templateAudience(template)),
    boundOn: known.boundOn,
    ...(!known.title && templateProblem()),
    ...(metadata.creationTimestamp && {
      createdAt: metadata.creationTimestamp,
    }),
  };
}

const revisionView = ({
  audience,
  claims,
  ...revision
}: TemplateRevision): Schemas['ExportTemplateRevision'] => ({
  ...revision,
  claims: claims.map(permissionClaimView),
  audience: audienceView(audience),
});

/** A template with its revisions; `template` has its `managedFields`. */
export const templateDetailView = (
  template: APIServiceExportTemplate,
  known: KnownApi,
): Schemas['ExportTemplateDetail'] => ({
  ...templateView(template, known),
  resourceVersion: template.metadata.resourceVersion ?? '',
  manifest: templateManifest(template),
  revisions: templateRevisions(template).map(revisionView).reverse(),
});

/** How an export changes; `cluster` is the id of its app cluster if registered. */
export const effectView = (
  { added, changed, clusterNamespace, removed }: AffectedExport,
  cluster: string,
): Schemas['ExportEffect'] => ({
  cluster,
  clusterNamespace,
  added: added.map(permissionClaimView),
  changed: changed.map(permissionClaimView),
  removed: removed.map(permissionClaimView),
});

type CrdVersion = CustomResourceDefinition['spec']['versions'][number];

const versionView = ({
  deprecated = false,
  name,
  served,
  storage,
}: CrdVersion): Schemas['ApiVersion'] => ({
  name,
  served,
  storage,
  deprecated,
});

/** The versions of an API, as the CRD orders them. */
export const versionsView = ({
  spec,
}: CustomResourceDefinition): Schemas['ApiVersion'][] =>
  spec.versions.map(versionView);

/** An API with the schemas of its versions. */
export const apiDetailView = ({
  metadata,
  spec,
}: CustomResourceDefinition): Schemas['ApiDetail'] => ({
  resource: metadata.name ?? '',
  versions: spec.versions.map(version => ({
    ...versionView(version),
    schema: { ...version.schema?.openAPIV3Schema },
  })),
});
