/** What the in-memory portal responds about export templates. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { jsonResponse, type Call } from './calls';
import type { ExportTemplate } from '../api/types';

/** What the in-memory portal knows about export templates. */
export interface TemplateState {
  templates: ExportTemplate[];
  audienceRules: Schemas['AudienceRules'];
  /** Of every template. */
  templateResourceVersion: string;
  /** Earlier revisions of every template, newest first. */
  templateRevisions: Schemas['ExportTemplateRevision'][];
  /** Changes the preview of every request. */
  templatePreview: Partial<Schemas['ExportTemplatePreview']>;
  templateDependants: Schemas['ExportTemplateDependants'];
  apiVersions: Schemas['ApiDetail']['versions'];
}

const shown = (claim: Schemas['PermissionClaim']) => ({
  ...claim,
  text: claim.resource,
  whole: JSON.stringify(claim),
});

function preview(
  portal: TemplateState,
  { claims, template }: Schemas['ExportTemplatePreviewRequest'],
): Response {
  if (template && template.resourceVersion !== portal.templateResourceVersion) {
    return jsonResponse(409, {
      error: { name: 'ConflictError', message: 'It was changed.' },
    });
  }
  return jsonResponse(200, {
    claims: claims.map(shown),
    manifest: 'kind: APIServiceExportTemplate\n',
    command: 'kubectl apply --server-side -f template.yaml',
    effects: [],
    hiddenEffects: 0,
    ...portal.templatePreview,
  });
}

function detail(
  portal: TemplateState,
  template: ExportTemplate,
): Schemas['ExportTemplateDetail'] {
  const { audience, claims } = template;
  const [newest] = portal.templateRevisions;
  const revision = (newest?.revision ?? 0) + 1;
  return {
    ...template,
    resourceVersion: portal.templateResourceVersion,
    manifest: 'kind: APIServiceExportTemplate\n',
    revisions: [
      { revision, recorded: true, by: 'klutch:oscar', audience, claims },
      ...portal.templateRevisions,
    ],
  };
}

/** The response; undefined for requests about anything else. */
export function respondToTemplates(
  portal: TemplateState,
  { body, method }: Call,
  [list, namespace, name, part]: string[],
): Response | undefined {
  if (list === 'apis' && namespace) {
    return jsonResponse(200, {
      resource: namespace,
      versions: portal.apiVersions,
    });
  }
  if (list === 'export-template-previews') {
    return preview(portal, body as Schemas['ExportTemplatePreviewRequest']);
  }
  if (list !== 'export-templates' || method === 'DELETE') return undefined;
  if (part) return jsonResponse(200, portal.templateDependants);
  if (method === 'POST') return jsonResponse(201, body);
  if (!namespace) {
    const { audienceRules, templates: items } = portal;
    return jsonResponse(200, { items, audienceRules });
  }
  const found = portal.templates.find(
    item => item.namespace === namespace && item.name === name,
  );
  if (!found) return jsonResponse(404, { error: { message: 'Not there' } });
  if (method === 'PUT') {
    const { audience, claims } = body as Schemas['ExportTemplateUpdate'];
    const changed = { ...found, audience, claims: claims.map(shown) };
    portal.templates = portal.templates.map(item =>
      item === found ? changed : item,
    );
    return jsonResponse(200, changed);
  }
  return jsonResponse(200, detail(portal, found));
}
