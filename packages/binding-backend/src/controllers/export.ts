/** Controller of exports: applies changes of the CRD and of the template's claims to every export of the API. */
import {
  bindResources,
  conditionReasons,
  fieldManagers,
  type APIServiceExport,
  apiName,
} from '@klutch/bind-api';
import { isInvalid, keyOf, parseKey, type Controller } from '@klutch/kube';
import { exportApi, findTemplate, templateApi } from '../apiResource';
import { byApi } from './caches';
import type { ControllerContext } from './context';
import { createTenantController } from './createTenantController';
import {
  exportConditions,
  notInSync,
  planExport,
  type ExportPlan,
} from './planExport';
import { writeStatus } from './status';
import { hasTenantPolicy, policyRetry } from './tenantPolicy';

interface WriteResult {
  apiExport: APIServiceExport;
  conditions: ExportPlan['conditions'];
}

/** Writes the planned spec; a rejection by the API server becomes a condition. */
const writeSpec = async (
  { client }: ControllerContext,
  apiExport: APIServiceExport,
  { patch, conditions }: ExportPlan,
): Promise<WriteResult> => {
  if (!patch) return { apiExport, conditions };
  const { uid, resourceVersion } = apiExport.metadata;
  try {
    const updated = await client.mergePatch(
      bindResources.exports,
      parseKey(keyOf(apiExport)),
      { ...patch, metadata: { ...patch.metadata, uid, resourceVersion } },
      { fieldManager: fieldManagers.backend },
    );
    return { apiExport: updated, conditions };
  } catch (error) {
    if (!isInvalid(error)) throw error;
    const problem = notInSync(
      conditionReasons.customResourceDefinitionUpdateFailed,
      `The control plane refuses the changed export: ${error.message}`,
      'Error',
    );
    const others = conditions.filter(({ type }) => type !== problem.type);
    return { apiExport, conditions: [...others, problem] };
  }
};

/** Watches exports, CRDs and templates. */
export const createExportController = (
  context: ControllerContext,
): Controller => {
  const { client, caches, now } = context;
  const { exports, crds, templates } = caches;
  const ofApi = (name: string) => exports.byIndex(byApi, name).map(keyOf);

  return createTenantController(context, {
    name: 'export',
    watches: [
      { cache: exports },
      { cache: crds, key: ({ metadata }) => ofApi(metadata.name ?? '') },
      {
        cache: templates,
        key: (template, previous) => [
          ...ofApi(apiName(templateApi(template))),
          ...(previous ? ofApi(apiName(templateApi(previous))) : []),
        ],
      },
    ],
    reconcile: async (key, ctx) => {
      const apiExport = exports.get(key);
      if (!apiExport || apiExport.metadata.deletionTimestamp) return;
      const template = findTemplate(templates.list(), exportApi(apiExport));
      const { permissionClaims } = template?.spec ?? {};
      const isPolicyEnforced = await hasTenantPolicy(context, [
        { spec: { ...apiExport.spec, permissionClaims } },
      ]);
      if (!isPolicyEnforced) ctx.requeueAfter(policyRetry);
      const plan = planExport({
        apiExport,
        crd: crds.get(apiExport.metadata.name ?? ''),
        template,
        isPolicyEnforced,
      });
      const written = await writeSpec(context, apiExport, plan);
      await writeStatus(client, bindResources.exports, written.apiExport, {
        conditions: exportConditions(
          written.apiExport,
          written.conditions,
          now(),
        ),
      });
    },
  });
};
