/** What the in-memory portal responds about app clusters: lists, pages, and what operators do there. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { PlatformAppCluster } from '../api/types';
import { jsonResponse, type Call } from './calls';
import { appClusterDetail, healthOf } from './fixtures';

/** What the in-memory portal knows of app clusters. */
export interface AppClusterState {
  platformAppClusters: PlatformAppCluster[];
  appClusterDetails: Record<string, Partial<Schemas['AppClusterDetail']>>;
  appClusterAccess: Partial<Schemas['AppClusterAccess']>;
  appClusterCertificates: Schemas['SetUpFinding'][];
  platformAccess: Schemas['PlatformAccess'];
}

const allowed = { allowed: true };

const manifest: Schemas['KonnectorManifest'] = {
  version: 'v0.1.0',
  image: 'klutch-konnector:0.1.0',
  manifest: 'kind: Deployment\n',
  apply: 'kubectl apply -f konnector.yaml',
  cli: 'kubectl klutch konnector upgrade',
};

function summaryOf(
  cluster: PlatformAppCluster,
  { apis = [], health }: Partial<Schemas['AppClusterDetail']> = {},
): Schemas['AppClusterSummary'] {
  const { bindings, ...rest } = cluster;
  return {
    ...rest,
    health: health ?? healthOf(cluster),
    apis: bindings.length,
    apisNotReady: bindings.filter(({ ready }) => !ready).length,
    unansweredClaims: apis.flatMap(api => api.unansweredClaims).length,
  };
}

/** The response to what is about app clusters; undefined for other requests. */
export function respondToAppClusters(
  portal: AppClusterState,
  { method, query }: Call,
  [list, id, action, resource, change]: (string | undefined)[],
): Response | undefined {
  if (list === 'app-cluster-summaries') {
    const found = portal.platformAppClusters
      .map(cluster => summaryOf(cluster, portal.appClusterDetails[cluster.id]))
      .filter(
        ({ health, title }) =>
          title.includes(query.search ?? '') &&
          (query.health ?? health) === health,
      );
    const { limit, offset } = query;
    return jsonResponse(200, {
      items: found.slice(Number(offset), Number(offset) + Number(limit)),
      total: found.length,
    });
  }
  if (list === 'access') return jsonResponse(200, portal.platformAccess);
  if (list === 'service-requests' && method === 'POST') {
    return jsonResponse(204);
  }
  if (list !== 'app-clusters' || !id) return undefined;
  if (method === 'GET') return read(portal, id, action);
  if (change === 'unbinding') return unbind(portal, id, resource);
  if (action === 'suspension' || (method === 'POST' && action === 'tokens')) {
    return jsonResponse(204);
  }
  return undefined;
}

/** The konnector needs longer than one request. */
function unbind(
  portal: AppClusterState,
  id: string,
  resource: string | undefined,
): Response {
  const cluster = portal.platformAppClusters.find(item => item.id === id);
  const { bindings = [] } = cluster ?? {};
  const left = bindings.filter(({ name }) => name !== resource);
  Object.assign(cluster ?? {}, { bindings: left });
  return jsonResponse(200, { done: left.length === bindings.length });
}

function read(
  portal: AppClusterState,
  id: string,
  action: string | undefined,
): Response | undefined {
  if (action === 'konnector') return jsonResponse(200, manifest);
  if (action === 'certificates') {
    return jsonResponse(200, { findings: portal.appClusterCertificates });
  }
  if (action === 'access') {
    return jsonResponse(200, {
      bind: allowed,
      changeBindings: allowed,
      approve: allowed,
      unbind: allowed,
      kubeconfig: allowed,
      tokens: allowed,
      rotate: allowed,
      offboard: allowed,
      ...portal.appClusterAccess,
    } satisfies Schemas['AppClusterAccess']);
  }
  if (action) return undefined;
  const cluster = portal.platformAppClusters.find(item => item.id === id);
  return cluster
    ? jsonResponse(200, appClusterDetail(cluster, portal.appClusterDetails[id]))
    : jsonResponse(404, {
        error: { name: 'NotFoundError', message: `There is no ${id}` },
      });
}
