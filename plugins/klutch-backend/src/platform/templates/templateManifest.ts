/** An export template and its roles as files for kubectl. Pure functions. */
import {
  bindResources,
  names,
  toYaml,
  type APIServiceExportTemplate,
} from '@klutch/bind-api';
import { historyAnnotation, templateRoles } from '@klutch/binding-backend';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

const annotationsOf = ({ metadata }: APIServiceExportTemplate) =>
  Object.entries(metadata.annotations ?? {}).filter(
    ([name]) => name !== historyAnnotation && name !== lastApplied,
  );

/** What operators write of a template, without what the API server and the portal add. */
function declared(
  template: APIServiceExportTemplate,
): APIServiceExportTemplate {
  const { apiVersion, kind, metadata, spec } = template;
  const { labels, name, namespace } = metadata;
  const annotations = annotationsOf(template);
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      namespace,
      ...(labels && { labels }),
      ...(annotations.length > 0 && {
        annotations: Object.fromEntries(annotations),
      }),
    },
    // An apply leaves absent claims as they are.
    spec: { ...spec, permissionClaims: spec.permissionClaims ?? [] },
  };
}

/** YAML of the roles and the template, in an order that kubectl can apply. */
export const templateManifest = (template: APIServiceExportTemplate): string =>
  toYaml([...templateRoles(template), declared(template)]);

/** Name of the file with the manifest. */
export const manifestFile = ({ metadata }: APIServiceExportTemplate): string =>
  `${metadata.name}.yaml`;

/**
 * The commands that apply the manifest. An apply does not remove annotations of another program, so those that the
 * change removes have a command of their own.
 *
 * @param before - the present template, undefined for a new one
 */
export function applyCommand(
  template: APIServiceExportTemplate,
  before: APIServiceExportTemplate | undefined,
): string {
  const kept = new Set(annotationsOf(template).map(([name]) => name));
  const removed = (before ? annotationsOf(before) : []).filter(
    ([name]) => !kept.has(name),
  );
  const { name, namespace } = template.metadata;
  const { plural } = bindResources.templates;
  return [
    `kubectl apply --server-side --force-conflicts -f ${manifestFile(template)}`,
    ...(removed.length > 0
      ? [
          `kubectl annotate -n ${namespace} ${plural}.${names.templateGroup} ${name} ${removed.map(([key]) => `${key}-`).join(' ')}`,
        ]
      : []),
  ].join('\n');
}
