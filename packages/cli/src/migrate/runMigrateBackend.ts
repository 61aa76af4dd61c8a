/** `migrate backend`: what is left to do on the control plane before its binding backend is replaced. */
import { isDeepStrictEqual } from 'node:util';
import {
  annotations,
  apiName,
  bindResources,
  controlPlaneCrds,
  finalizers,
  getCondition,
  type APIServiceExportTemplate,
} from '@klutch/bind-api';
import {
  backendRoles,
  templateApi,
  templateRoles,
} from '@klutch/binding-backend';
import {
  core,
  defineResource,
  isNotFound,
  metadataOf,
  type ClusterRole,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import { dataText, type DataFormat } from '../output/objects';
import { tableText } from '../output/table';
import { backendFindings, type BackendFacts } from './backendFindings';
import type { KonnectorKind } from './deployments';

/** Flags of `migrate backend`. */
export interface MigrateBackendFlags {
  to: KonnectorKind;
  output?: DataFormat;
}

/** Templates in the release bundle of the reference. */
const releasedTemplates = defineResource<KubeObject>({
  group: 'bind.anynines.com',
  version: 'v1alpha1',
  plural: 'apiserviceexporttemplates',
  kind: 'APIServiceExportTemplate',
  namespaced: true,
});

/** Condition of ClusterBindings whose token our backend issued. */
const tokenIssued = 'TokenIssued';

/** All objects; none when there is no such CRD. */
async function listAll<T extends KubeObject>(
  client: KubeClient,
  resource: Resource<T>,
): Promise<T[]> {
  try {
    return (await client.list(resource)).items;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

const keyOf = ({ metadata }: KubeObject): string =>
  `${metadata.namespace}/${metadata.name}`;

const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? '';

async function missing<T extends KubeObject>(
  wanted: readonly T[],
  exists: (name: string) => Promise<unknown>,
): Promise<string[]> {
  const names = wanted.map(nameOf);
  const found = await Promise.all(names.map(exists));
  return names.filter((_, index) => !found[index]);
}

const hasRules = (live: ClusterRole | undefined, wanted: ClusterRole) =>
  isDeepStrictEqual(live?.rules, wanted.rules);

async function apisWithoutRoles(
  client: KubeClient,
  templates: readonly APIServiceExportTemplate[],
): Promise<string[]> {
  const apis: string[] = [];
  for (const template of templates) {
    for (const role of templateRoles(template)) {
      const name = nameOf(role);
      if (hasRules(await client.get(core.clusterRoles, { name }), role)) {
        continue;
      }
      apis.push(apiName(templateApi(template)));
      break;
    }
  }
  return apis;
}

async function readFacts(client: KubeClient): Promise<BackendFacts> {
  const [clusterBindings, exports, templates, namespaces] = await Promise.all([
    listAll(client, bindResources.clusterBindings),
    listAll(client, bindResources.exports),
    listAll(client, bindResources.templates),
    listAll(client, metadataOf(core.namespaces)),
  ]);
  const [released, bindings, serviceNamespaces] = await Promise.all([
    listAll(client, releasedTemplates),
    listAll(client, bindResources.appClusterBindings),
    listAll(client, bindResources.serviceNamespaces),
  ]);
  return {
    missingCrds: await missing(controlPlaneCrds, name =>
      client.get(core.customResourceDefinitions, { name }),
    ),
    missingRoles: await missing(backendRoles(), name =>
      client.get(core.clusterRoles, { name }),
    ),
    apisWithoutRoles: await apisWithoutRoles(client, templates),
    hasReleasedTemplates: released.length > 0,
    referenceNamespaces: namespaces
      .filter(
        ({ metadata }) =>
          metadata.annotations?.[annotations.identity]?.split('#').length === 2,
      )
      .map(nameOf),
    clusterWideExports: exports
      .filter(({ spec }) => spec.informerScope === 'Cluster')
      .map(keyOf),
    appClusterBindings: bindings.map(keyOf),
    finalizedNamespaces: serviceNamespaces
      .filter(({ metadata }) =>
        metadata.finalizers?.includes(finalizers.serviceNamespace),
      )
      .map(keyOf),
    renewedTokens: clusterBindings
      .filter(({ status }) => getCondition(status?.conditions, tokenIssued))
      .map(({ metadata }) => metadata.namespace ?? ''),
  };
}

/**
 * Prints the points; changes nothing.
 *
 * @throws Error when something is to be done first
 */
export async function runMigrateBackend(
  { stdout }: CommandContext,
  client: KubeClient,
  { output, to }: MigrateBackendFlags,
): Promise<void> {
  const findings = backendFindings(to, await readFacts(client));
  stdout.write(
    output
      ? dataText({ to, findings }, output)
      : tableText(findings.map(({ state, text }) => [state, text])),
  );
  if (findings.some(({ state }) => state === 'todo')) {
    throw new Error(
      'The control plane is not ready for the other backend. Do what is marked "todo", then run this command again.',
    );
  }
}
