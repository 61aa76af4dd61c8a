/** What the in-memory portal responds to platform operators. */
import { jsonResponse, type Call } from './calls';
import type { PlatformAppCluster, Reachability } from '../api/types';

/** What the in-memory portal knows for its operators. */
export interface PlatformState {
  controlPlane: Reachability;
  apis: unknown[];
  templates: unknown[];
  exportRequests: unknown[];
  exports: unknown[];
  serviceRequests: { id: string }[];
  problems: unknown[];
  platformAppClusters: PlatformAppCluster[];
  joinToken?: unknown;
  offboarding?: unknown;
}

/** The response to a request below `/platform`. */
export function respondToOperator(
  portal: PlatformState,
  call: Call,
  [list, id, action]: string[],
): Response {
  if (action === 'offboarding') {
    if (call.method === 'GET') return jsonResponse(200, portal.offboarding);
    portal.platformAppClusters = portal.platformAppClusters.filter(
      item => item.id !== id,
    );
    return jsonResponse(204);
  }
  if (list === 'control-plane-health') {
    return jsonResponse(200, { crossplane: 1, problems: portal.problems });
  }
  if (list === 'app-cluster-invitations' && call.method !== 'DELETE') {
    return jsonResponse(id ? 200 : 201, portal.joinToken);
  }
  if (call.method === 'PUT') {
    const cluster = portal.platformAppClusters.find(item => item.id === id);
    Object.assign(cluster ?? {}, {
      connection: 'kubeconfig',
      invited: false,
      reachability: { reachable: true },
    });
    return jsonResponse(200, cluster);
  }
  if (call.method === 'POST' && list === 'app-clusters' && id) {
    return jsonResponse(201, { name: id, ready: true, conditions: [] });
  }
  if (call.method === 'POST') {
    return jsonResponse(201, call.body);
  }
  if (call.method === 'DELETE') {
    portal.serviceRequests = portal.serviceRequests.filter(
      request => request.id !== id,
    );
    return jsonResponse(204);
  }
  const lists: Record<string, unknown[]> = {
    apis: portal.apis,
    'export-templates': portal.templates,
    'export-requests': portal.exportRequests,
    exports: portal.exports,
    'service-requests': portal.serviceRequests,
    'app-clusters': portal.platformAppClusters,
  };
  return jsonResponse(200, {
    items: lists[list ?? ''] ?? [],
    controlPlane: portal.controlPlane,
  });
}
