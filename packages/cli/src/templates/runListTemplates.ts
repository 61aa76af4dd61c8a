/** `templates list`: what the control plane offers to app clusters, or could offer. */
import {
  apiName,
  bindResources,
  names,
  type APIServiceExportTemplate,
} from '@klutch/bind-api';
import { planTemplate, templateApi } from '@klutch/binding-backend';
import {
  core,
  metadataOf,
  resourceName,
  type CustomResourceDefinition,
  type KubeClient,
} from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import {
  listText,
  withoutManagedFields,
  type ObjectFormat,
} from '../output/objects';
import { ageText, tableText } from '../output/table';
import { withProgress } from '../progress';
import { claimsText } from './claimText';
import {
  listOfferable,
  servedVersions,
  suggestedClaimsOf,
} from './offerableApis';

/** Flags of `templates list`. */
export interface ListTemplatesFlags {
  available?: boolean;
  namespace?: string;
  output?: ObjectFormat | 'wide';
}

/** A template with what else a row shows. */
interface TemplateRow {
  template: APIServiceExportTemplate;
  /** Undefined while the control plane has no such API. */
  crd?: CustomResourceDefinition;
  /** Cluster namespaces of the app clusters with an export of the API. */
  exportedTo: readonly string[];
}

const singular = resourceName({
  ...bindResources.templates,
  plural: 'apiserviceexporttemplate',
});

const cells = (
  { template, crd, exportedTo }: TemplateRow,
  wide: boolean,
  now: Date,
): string[] => [
  template.metadata.namespace ?? '',
  template.metadata.name ?? '',
  apiName(templateApi(template)),
  crd?.spec.scope ?? '<missing>',
  crd ? servedVersions(crd) : '<missing>',
  claimsText(template.spec.permissionClaims),
  `${exportedTo.length}`,
  ageText(template.metadata.creationTimestamp, now),
  ...(wide ? [exportedTo.join(',') || '<none>'] : []),
];

/** The table of templates. */
function templatesText(
  rows: readonly TemplateRow[],
  wide: boolean,
  now: Date,
): string {
  const headings = [
    ...['NAMESPACE', 'NAME', 'API', 'SCOPE', 'VERSIONS', 'CLAIMS'],
    ...['EXPORTS', 'AGE'],
    ...(wide ? ['EXPORTED TO'] : []),
  ];
  return tableText([headings, ...rows.map(row => cells(row, wide, now))]);
}

/** CRDs are read one by one, because all CRDs of a control plane are megabytes. */
async function readRows(
  client: KubeClient,
  templates: readonly APIServiceExportTemplate[],
): Promise<TemplateRow[]> {
  const { items } = await client.list(metadataOf(bindResources.exports));
  return Promise.all(
    templates.map(async template => {
      const name = apiName(templateApi(template));
      const crd = await client.get(core.customResourceDefinitions, { name });
      const exportedTo = items
        .filter(({ metadata }) => metadata.name === name)
        .map(({ metadata }) => metadata.namespace ?? '')
        .sort();
      return { template, crd, exportedTo };
    }),
  );
}

async function printTemplates(
  { stdout, stderr }: CommandContext,
  client: KubeClient,
  { namespace, output }: ListTemplatesFlags,
): Promise<void> {
  const { items } = await client.list(bindResources.templates, { namespace });
  if (output === 'yaml' || output === 'json') {
    stdout.write(listText(items.map(withoutManagedFields), output));
    return;
  }
  if (output === 'name') {
    for (const { metadata } of items) {
      stdout.write(`${singular}/${metadata.name}\n`);
    }
    return;
  }
  if (items.length === 0) {
    stderr.write(
      'Nothing is offered. See what could be with "kubectl klutch templates list --available".\n',
    );
    return;
  }
  const rows = await readRows(client, items);
  stdout.write(templatesText(rows, output === 'wide', new Date()));
}

async function readAvailable(
  client: KubeClient,
): Promise<CustomResourceDefinition[]> {
  const [crds, templates] = await Promise.all([
    listOfferable(client),
    client.list(bindResources.templates),
  ]);
  const offered = new Set(
    templates.items.map(template => apiName(templateApi(template))),
  );
  return crds.filter(({ metadata }) => !offered.has(metadata.name ?? ''));
}

async function printAvailable(
  { stdout, stderr }: CommandContext,
  client: KubeClient,
  { namespace = names.templateNamespace, output }: ListTemplatesFlags,
): Promise<void> {
  const crds = await withProgress(
    stderr,
    'Reading the APIs of the control plane',
    readAvailable(client),
  );
  if (output === 'yaml' || output === 'json') {
    const offers = crds.flatMap(crd => {
      const { group, names: crdNames } = crd.spec;
      const api = { group, resource: crdNames.plural };
      const claims = suggestedClaimsOf(crd);
      return planTemplate({ ...api, claims, namespace }).reverse();
    });
    stdout.write(listText(offers, output));
    return;
  }
  if (output === 'name') {
    for (const { metadata } of crds) stdout.write(`${metadata.name}\n`);
    return;
  }
  if (crds.length === 0) {
    stderr.write('Every API that can be offered is offered.\n');
    return;
  }
  stdout.write(
    tableText([
      ['API', 'KIND', 'SCOPE', 'VERSIONS', 'SUGGESTED CLAIMS'],
      ...crds.map(crd => [
        crd.metadata.name ?? '',
        crd.spec.names.kind,
        crd.spec.scope,
        servedVersions(crd),
        claimsText(suggestedClaimsOf(crd)),
      ]),
    ]),
  );
}

/** Prints the templates, or the APIs that have none. */
export const runListTemplates = (
  context: CommandContext,
  client: KubeClient,
  flags: ListTemplatesFlags,
): Promise<void> =>
  flags.available
    ? printAvailable(context, client, flags)
    : printTemplates(context, client, flags);
