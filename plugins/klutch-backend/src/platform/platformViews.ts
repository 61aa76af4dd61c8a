/** REST representations of requests and app clusters for the platform pages. Pure functions. */
import {
  apiName,
  conditionTypes,
  getCondition,
  withoutBuildMetadata,
  type APIServiceBinding,
  type APIServiceExport,
  type APIServiceExportRequest,
  type ClusterBinding,
} from '@klutch/bind-api';
import {
  explain,
  type Explanation,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { conditionsOf } from '../claims/claimDetail';
import type { RegisteredAppCluster } from '../clusters/AppClusters';
import { appClusterView } from '../clusters/appClusterView';
import { konnectorHealth } from '../clusters/konnectorHealth';

/** An export request; `cluster` is the id of its app cluster if registered. */
export function requestView(
  request: APIServiceExportRequest,
  cluster: string,
): Schemas['ExportRequest'] {
  const { metadata, spec, status } = request;
  const message =
    status?.terminalMessage ??
    getCondition(status?.conditions, conditionTypes.exportsReady)?.message;
  return {
    cluster,
    clusterNamespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    resources: spec.resources.map(({ group = '', resource }) =>
      apiName({ group, resource }),
    ),
    phase: status?.phase ?? 'Pending',
    ...(message && { message }),
    conditions: conditionsOf(status?.conditions),
    ...(metadata.creationTimestamp && {
      createdAt: metadata.creationTimestamp,
    }),
  };
}

/** A binding on an app cluster. `problem` is a problem found by the portal itself. */
export function bindingView(
  binding: APIServiceBinding,
  problem?: Explanation,
): Schemas['ApiBinding'] {
  const { metadata, status } = binding;
  const ready = getCondition(status?.conditions, 'Ready');
  return {
    name: metadata.name ?? '',
    ready: ready?.status === 'True' && !problem,
    ...(ready?.message && { message: ready.message }),
    ...problem,
    conditions: conditionsOf(status?.conditions),
  };
}

/** Why the portal cannot show the claims of a bound API; undefined when the portal can. */
function claimsProblem(
  { cluster, record }: RegisteredAppCluster,
  resource: string,
): Explanation | undefined {
  const health = cluster?.claims.get(resource)?.cache.health;
  return health?.reason === 'Forbidden'
    ? explain('ClaimsForbidden', { resource, cluster: record.title })
    : undefined;
}

/** The binding that uses an export, for app clusters whose bindings the portal cannot read. */
function bindingFromExport({
  metadata,
  status,
}: APIServiceExport): Schemas['ApiBinding'] {
  const connected = getCondition(
    status?.conditions,
    conditionTypes.exportConnected,
  );
  const ready = connected?.status === 'True';
  const why =
    connected?.message === undefined
      ? explain('BindingNotReported')
      : { message: connected.message };
  return {
    name: metadata.name ?? '',
    ready,
    ...(!ready && why),
    conditions: conditionsOf(status?.conditions),
  };
}

/** The bindings of an app cluster; by its exports where the portal has no kubeconfig. */
export function bindingsOf(
  registered: RegisteredAppCluster,
  exports: readonly APIServiceExport[],
): Schemas['ApiBinding'][] {
  if (registered.connection === 'konnector') {
    return exports.map(bindingFromExport);
  }
  return (registered.cluster?.caches.bindings.list() ?? []).map(binding =>
    bindingView(
      binding,
      claimsProblem(registered, binding.metadata.name ?? ''),
    ),
  );
}

/** An app cluster with its konnector and bindings; `observed` is its state on the control plane. */
export function platformAppClusterView(
  registered: RegisteredAppCluster,
  observed: {
    clusterBinding?: ClusterBinding;
    exports: readonly APIServiceExport[];
  },
  now: Date,
): Schemas['PlatformAppCluster'] {
  const { record } = registered;
  const { clusterBinding } = observed;
  const health = konnectorHealth(clusterBinding, now);
  const { konnectorVersion, lastHeartbeatTime, conditions } =
    clusterBinding?.status ?? {};
  return {
    ...appClusterView(registered),
    invited: record.joinToken !== undefined,
    ...(record.clusterNamespace && {
      clusterNamespace: record.clusterNamespace,
    }),
    ...(konnectorVersion && {
      konnectorVersion: withoutBuildMetadata(konnectorVersion),
    }),
    ...(lastHeartbeatTime && { lastHeartbeatAt: lastHeartbeatTime }),
    healthText: health.message,
    healthReason: health.reason,
    healthParams: health.params,
    bindings: bindingsOf(registered, observed.exports).sort((a, b) =>
      a.name.localeCompare(b.name),
    ),
    conditions: conditionsOf(conditions),
  };
}
