/** Rules for conditional decisions about APIs that are bound on app clusters. */
import {
  createConditionExports,
  createPermissionResourceRef,
  createPermissionRule,
} from '@backstage/plugin-permission-node';
import { RESOURCE_TYPE_KLUTCH_EXPORT } from '@klutch/backstage-plugin-klutch-common';
import { z } from 'zod';
import { byField } from './byField';
import type { Predicate } from './toPredicate';

/**
 * What rules know of an API that is bound on an app cluster, or is about to be.
 * @public
 */
export interface ExportResource {
  /** Id of the app cluster. */
  cluster: string;
  /** `<plural>.<group>` */
  resource: string;
}

/**
 * Resource type `klutch-export`; a query is a predicate over exports.
 * @public
 */
export const klutchExportResourceRef = createPermissionResourceRef<
  ExportResource,
  Predicate<ExportResource>
>().with({ pluginId: 'klutch', resourceType: RESOURCE_TYPE_KLUTCH_EXPORT });

/** All rules for exports. */
export const exportRules = {
  onAppCluster: createPermissionRule({
    name: 'onAppCluster',
    description: 'Allow APIs on these app clusters',
    resourceRef: klutchExportResourceRef,
    paramsSchema: z.object({
      clusters: z.array(z.string()).describe('Ids of app clusters'),
    }),
    ...byField(
      ({ clusters }: { clusters: string[] }) => clusters,
      ({ cluster }: ExportResource) => cluster,
    ),
  }),
  ofApi: createPermissionRule({
    name: 'ofApi',
    description: 'Allow these APIs on any app cluster',
    resourceRef: klutchExportResourceRef,
    paramsSchema: z.object({
      apis: z.array(z.string()).describe('APIs, as <plural>.<group>'),
    }),
    ...byField(
      ({ apis }: { apis: string[] }) => apis,
      ({ resource }: ExportResource) => resource,
    ),
  }),
};

const exportConditionExports = createConditionExports({
  resourceRef: klutchExportResourceRef,
  rules: exportRules,
});

/**
 * Conditions for decisions about exports, for permission policies.
 * @public
 */
export const klutchExportConditions = exportConditionExports.conditions;

/**
 * A conditional decision about a permission on exports, for permission policies.
 * @public
 */
export const createKlutchExportConditionalDecision =
  exportConditionExports.createConditionalDecision;
