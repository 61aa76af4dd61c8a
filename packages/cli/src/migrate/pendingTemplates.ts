/** Export templates and roles that our backend needs and that follow from what is offered already. */
import { isDeepStrictEqual } from 'node:util';
import {
  apiName,
  bindResources,
  names,
  type APIServiceExportTemplate,
} from '@klutch/bind-api';
import { templateApi, templateRoles } from '@klutch/binding-backend';
import {
  core,
  defineResource,
  type ClusterRole,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import type { DryRun } from '../output/dryRunOption';
import { offersOf } from '../templates/readOffers';
import { applyOffers } from '../templates/runApplyTemplates';
import { listAll } from './listAll';

/** Templates in the release bundle of the reference. */
const releasedTemplates = defineResource<KubeObject>({
  group: 'bind.anynines.com',
  version: 'v1alpha1',
  plural: 'apiserviceexporttemplates',
  kind: 'APIServiceExportTemplate',
  namespaced: true,
});

const hasRules = (live: ClusterRole | undefined, wanted: ClusterRole) =>
  isDeepStrictEqual(live?.rules, wanted.rules);

async function withoutRoles(
  client: KubeClient,
  templates: readonly APIServiceExportTemplate[],
): Promise<APIServiceExportTemplate[]> {
  const found: APIServiceExportTemplate[] = [];
  for (const template of templates) {
    for (const role of templateRoles(template)) {
      const { name = '' } = role.metadata;
      if (hasRules(await client.get(core.clusterRoles, { name }), role)) {
        continue;
      }
      found.push(template);
      break;
    }
  }
  return found;
}

/** Templates that `--apply` writes. */
export interface PendingTemplates {
  /** Offered, without roles that cover their claims. */
  withoutRoles: APIServiceExportTemplate[];
  /** Made from those of the reference's releases, of APIs that are not offered otherwise. */
  released: APIServiceExportTemplate[];
}

/** `<plural>.<group>` of the APIs of templates. */
export const apisOf = (
  templates: readonly APIServiceExportTemplate[],
): string[] => templates.map(template => apiName(templateApi(template)));

/** Finds them. */
export async function readPending(
  client: KubeClient,
): Promise<PendingTemplates> {
  const [templates, old] = await Promise.all([
    listAll(client, bindResources.templates),
    listAll(client, releasedTemplates),
  ]);
  const { templateApiVersion: apiVersion, templateNamespace } = names;
  const converted = old.map(template => ({ ...template, apiVersion }));
  const offered = templates.map(one => apiName(templateApi(one)));
  return {
    withoutRoles: await withoutRoles(client, templates),
    released: offersOf(converted, templateNamespace)
      .map(({ template }) => template)
      .filter(one => !offered.includes(apiName(templateApi(one)))),
  };
}

/** Applies them, with their roles. */
export async function applyPending(
  context: CommandContext,
  client: KubeClient,
  dryRun: DryRun,
): Promise<void> {
  const pending = await readPending(client);
  const templates = [...pending.withoutRoles, ...pending.released];
  const offers = offersOf(templates, names.templateNamespace);
  if (offers.length > 0) await applyOffers(context, client, offers, { dryRun });
}
