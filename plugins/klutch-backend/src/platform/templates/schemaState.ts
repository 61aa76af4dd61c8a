/** Whether the exports of an API, and the app clusters that bind it, have its present schema. Pure functions. */
import {
  conditionTypes,
  getCondition,
  type APIServiceExport,
} from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

type SchemaState = Schemas['SchemaState'];

/** The first export with a condition that is not met, as a state. */
function firstUnmet(
  exports: readonly APIServiceExport[],
  type: string,
  state: SchemaState['state'],
  clusterOf: (clusterNamespace: string | undefined) => string,
): SchemaState | undefined {
  for (const { metadata, status } of exports) {
    const condition = getCondition(status?.conditions, type);
    if (condition?.status !== 'False') continue;
    const { message } = condition;
    const cluster = clusterOf(metadata.namespace);
    return { state, cluster, ...(message && { message }) };
  }
  return undefined;
}

/**
 * The state of an API's schema.
 *
 * @param exports - of this API
 * @param clusterOf - id of the app cluster of a cluster namespace
 */
export const schemaState = (
  exports: readonly APIServiceExport[],
  clusterOf: (clusterNamespace: string | undefined) => string,
): SchemaState => {
  if (exports.length === 0) return { state: 'NotExported' };
  const { consumerInSync, providerInSync } = conditionTypes;
  return (
    firstUnmet(exports, providerInSync, 'Blocked', clusterOf) ??
    firstUnmet(exports, consumerInSync, 'Waiting', clusterOf) ?? {
      state: 'InSync',
    }
  );
};
