/** REST representation of an export for the platform pages. Pure. */
import {
  annotations,
  type APIServiceExport,
  type Condition,
} from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { conditionsOf } from '../../claims/claimDetail';

/** A konnector that has not reported leaves no condition, or an unknown one. */
export function exportState(
  conditions: readonly Condition[] | null | undefined,
): Schemas['ExportState'] {
  let isPending = !conditions?.length;
  for (const { status } of conditions ?? []) {
    if (status === 'False') return 'Failing';
    if (status !== 'True') isPending = true;
  }
  return isPending ? 'Pending' : 'Ready';
}

/** An export; `cluster` the id of its app cluster if registered. */
export function exportView(
  apiExport: APIServiceExport,
  cluster: string,
): Schemas['Export'] {
  const { metadata, spec, status } = apiExport;
  const { permissionClaims = [] } = spec;
  const schemaHash = metadata.annotations?.[annotations.sourceSpecHash];
  return {
    cluster,
    clusterNamespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    state: exportState(status?.conditions),
    claims: permissionClaims.map(({ group = '', ...claim }) => ({
      group,
      ...claim,
    })),
    ...(schemaHash && { schemaHash }),
    conditions: conditionsOf(status?.conditions),
    ...(metadata.creationTimestamp && {
      createdAt: metadata.creationTimestamp,
    }),
  };
}
