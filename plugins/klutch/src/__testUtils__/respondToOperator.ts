/** What the in-memory portal responds to platform operators. */
import { jsonResponse, type Call } from './calls';
import {
  respondToAppClusters,
  type AppClusterState,
} from './respondToAppClusters';
import { respondToTemplates, type TemplateState } from './respondToTemplates';
import type { Reachability } from '../api/types';

/** What the in-memory portal knows for its operators. */
export interface PlatformState extends TemplateState, AppClusterState {
  controlPlane: Reachability;
  apis: unknown[];
  exportRequests: unknown[];
  exports: unknown[];
  serviceRequests: { id: string }[];
  problems: { since?: string }[];
  components: unknown[];
  managedResources: unknown[];
  packageUpdates: unknown[];
  setUp: unknown;
  joinToken?: unknown;
  supportTrace?: unknown;
  offboarding?: unknown;
}

function respondToControlPlane(
  portal: PlatformState,
  call: Call,
  [list, id]: string[],
): Response | undefined {
  if (list === 'control-plane-health') {
    const { components, problems } = portal;
    const stuckClaims = problems.filter(({ since }) => since).length;
    return jsonResponse(200, {
      crossplane: 1,
      components,
      problems,
      stuckClaims,
    });
  }
  if (list === 'control-plane' && id === 'managed-resources') {
    const offset = Number(call.query.offset);
    return jsonResponse(200, {
      items: portal.managedResources.slice(
        offset,
        offset + Number(call.query.limit),
      ),
      total: portal.managedResources.length,
    });
  }
  if (list === 'control-plane') {
    return jsonResponse(200, { items: portal.packageUpdates });
  }
  if (list === 'set-up') return jsonResponse(200, portal.setUp);
  return undefined;
}

/** The response to a request below `/platform`. */
export function respondToOperator(
  portal: PlatformState,
  call: Call,
  path: string[],
): Response {
  const [list, id, action] = path;
  const templates = respondToTemplates(portal, call, path);
  if (templates) return templates;
  const appClusters = respondToAppClusters(portal, call, path);
  if (appClusters) return appClusters;
  if (action === 'offboarding') {
    if (call.method === 'GET') return jsonResponse(200, portal.offboarding);
    portal.platformAppClusters = portal.platformAppClusters.filter(
      item => item.id !== id,
    );
    return jsonResponse(204);
  }
  const aboutItself = respondToControlPlane(portal, call, path);
  if (aboutItself) return aboutItself;
  if (list === 'app-cluster-invitations' && call.method !== 'DELETE') {
    return jsonResponse(id ? 200 : 201, portal.joinToken);
  }
  if (list === 'trace') return jsonResponse(200, portal.supportTrace);
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
    'service-requests': portal.serviceRequests.map(request => ({
      state: 'Open',
      ...request,
    })),
    'app-clusters': portal.platformAppClusters,
  };
  const items = lists[list ?? ''] ?? [];
  return jsonResponse(200, {
    items,
    total: items.length,
    controlPlane: portal.controlPlane,
  });
}
