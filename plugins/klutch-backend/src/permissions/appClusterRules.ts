/** Rules for conditional decisions about app clusters on the platform pages. */
import {
  createConditionExports,
  createPermissionResourceRef,
  createPermissionRule,
} from '@backstage/plugin-permission-node';
import { RESOURCE_TYPE_KLUTCH_APP_CLUSTER } from '@klutch/backstage-plugin-klutch-common';
import { z } from 'zod';
import { byField } from './byField';
import type { Predicate } from './toPredicate';

/**
 * What rules know of an app cluster.
 * @public
 */
export interface AppClusterResource {
  /** Also before the app cluster is registered. */
  id: string;
}

/**
 * Resource type `klutch-app-cluster`; a query is a predicate over app clusters.
 * @public
 */
export const klutchAppClusterResourceRef = createPermissionResourceRef<
  AppClusterResource,
  Predicate<AppClusterResource>
>().with({
  pluginId: 'klutch',
  resourceType: RESOURCE_TYPE_KLUTCH_APP_CLUSTER,
});

/** All rules for app clusters. */
export const appClusterRules = {
  isAppCluster: createPermissionRule({
    name: 'isAppCluster',
    description: 'Allow these app clusters',
    resourceRef: klutchAppClusterResourceRef,
    paramsSchema: z.object({
      clusters: z.array(z.string()).describe('Ids of app clusters'),
    }),
    ...byField(
      ({ clusters }: { clusters: string[] }) => clusters,
      ({ id }: AppClusterResource) => id,
    ),
  }),
};

const appClusterConditionExports = createConditionExports({
  resourceRef: klutchAppClusterResourceRef,
  rules: appClusterRules,
});

/**
 * Conditions for decisions about app clusters, for permission policies.
 * @public
 */
export const klutchAppClusterConditions = appClusterConditionExports.conditions;

/**
 * A conditional decision about a permission on app clusters, for permission policies.
 * @public
 */
export const createKlutchAppClusterConditionalDecision =
  appClusterConditionExports.createConditionalDecision;
