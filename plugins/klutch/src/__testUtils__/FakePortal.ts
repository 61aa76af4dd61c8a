/** In-memory portal backend behind the real REST client, for tests of the pages; requests are not validated. */
import {
  createKlutchClient,
  type KlutchClient,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type {
  Api,
  AppCluster,
  Claim,
  ClaimDetail,
  ClaimRequest,
  Credentials,
  ExportTemplate,
  Me,
  Namespace,
  NewJoinToken,
  PlatformAppCluster,
  Reachability,
  Service,
  ServiceDetail,
  Trace,
  WorkloadList,
} from '../api/types';
import {
  alice,
  appCluster,
  boundEvent,
  claim,
  claimDetail,
  fullAccess,
  service,
  serviceDetail,
} from './fixtures';

interface Failure {
  status: number;
  message: string;
  causes?: { field?: string; message: string }[];
}

/** A recorded request. */
export interface Call {
  method: string;
  path: string;
  query: Record<string, string>;
  body?: unknown;
}

const base = 'http://portal.test';

function jsonResponse(status: number, body?: unknown): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

export class FakePortal {
  me: Me = alice;
  controlPlane: Reachability = { reachable: true };
  joinToken?: NewJoinToken;
  offboarding?: Schemas['Offboarding'];
  services: Service[] = [
    service('instance'),
    service('binding'),
    service('backup'),
    service('restore'),
  ];
  appClusters: AppCluster[] = [appCluster()];
  namespaces: Namespace[] = [
    { name: 'team-a', writable: true },
    { name: 'default', writable: false, message: 'klutch:alice may not' },
  ];
  claims: Claim[] = [];
  /** Generation of all claims. */
  generation = 1;
  /** Backup times of instances with a schedule. */
  backupTimes: ClaimDetail['backupTimes'] = { nextAt: '2026-11-27T03:00:00Z' };
  trace: Trace = { objects: [] };
  /** Workloads that use the Secret of any service binding. */
  workloads: WorkloadList = { items: [], complete: true };
  usage?: ClaimDetail['usage'];
  /** The GitOps tool that applies all claims. */
  managedBy?: ClaimDetail['managedBy'];
  /** What the user may do with all claims. */
  may = fullAccess;
  /** `spec.parameters` of all claims. */
  parameters: Record<string, unknown> = { maxConnections: 100 };
  /** Version of `GET /changes`. */
  version = '1';
  /** The `complete` field of claim lists. */
  complete = true;
  credentials: Credentials = { secretName: 'app-creds', fields: [] };
  apis: Api[] = [];
  templates: ExportTemplate[] = [];
  exportRequests: Schemas['ExportRequest'][] = [];
  exports: Schemas['Export'][] = [];
  activity: Schemas['Activity'][] = [];
  serviceRequests: Schemas['ServiceRequest'][] = [];
  ownRequests: Schemas['OwnServiceRequest'][] = [];
  problems: Schemas['ControlPlaneProblem'][] = [];
  platformAppClusters: PlatformAppCluster[] = [];
  detailOf: (service: Service) => ServiceDetail = serviceDetail;

  /** All requests, oldest first. */
  readonly calls: Call[] = [];
  #failures = new Map<string, Failure | 'down'>();
  #delayed = new Map<string, Promise<void>>();

  readonly client: KlutchClient = createKlutchClient({
    baseUrl: base,
    fetch: request => this.#fetch(request),
  });

  /** Makes matching requests fail; `call` is a prefix of `<method> <path>`. */
  fail(call: string, failure: Failure | 'down'): void {
    this.#failures.set(call, failure);
  }

  /** Removes all failures. */
  clearFailures(): void {
    this.#failures.clear();
  }

  /** Delays matching responses until the returned function is called. */
  delay(call: string): () => void {
    let respond = () => {};
    this.#delayed.set(
      call,
      new Promise(resolve => {
        respond = resolve;
      }),
    );
    return () => {
      this.#delayed.delete(call);
      respond();
    };
  }

  /** Requests whose `<method> <path>` starts with `start`. */
  callsOf(start: string): Call[] {
    return this.calls.filter(({ method, path }) =>
      `${method} ${path}`.startsWith(start),
    );
  }

  async #fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const text = await request.text();
    const call: Call = {
      method: request.method,
      path: decodeURIComponent(url.pathname),
      query: Object.fromEntries(url.searchParams),
      body: text ? JSON.parse(text) : undefined,
    };
    this.calls.push(call);
    const name = `${call.method} ${call.path}`;
    const matching = <T>(rules: Map<string, T>) =>
      [...rules].find(([start]) => name.startsWith(start))?.[1];
    await matching(this.#delayed);
    const failure = matching(this.#failures);
    if (failure === 'down') {
      throw new TypeError('Failed to fetch');
    }
    if (failure) {
      const { status, message, causes } = failure;
      return jsonResponse(status, {
        error: { name: 'Error', message, causes },
      });
    }
    return this.#respond(call);
  }

  #respond(call: Call): Response {
    const [area, ...rest] = call.path.slice(1).split('/');
    switch (area) {
      case 'me':
        return jsonResponse(200, this.me);
      case 'services':
        return this.#services(call, rest);
      case 'app-clusters':
        return jsonResponse(200, {
          items: rest.length > 0 ? this.namespaces : this.appClusters,
        });
      case 'claims':
        return this.#claims(call, rest);
      case 'service-requests':
        return this.#ownRequests(call, rest);
      case 'changes':
        return jsonResponse(200, { version: this.version });
      default:
        return this.#platform(call, rest);
    }
  }

  #ownRequests(call: Call, [id]: string[]): Response {
    if (call.method !== 'DELETE') {
      return jsonResponse(200, { items: this.ownRequests });
    }
    this.ownRequests = this.ownRequests.filter(request => request.id !== id);
    return jsonResponse(204);
  }

  #services(call: Call, [resource]: string[]): Response {
    if (call.method === 'POST') return jsonResponse(204);
    if (!resource) {
      return jsonResponse(200, {
        items: this.services,
        controlPlane: this.controlPlane,
      });
    }
    const found = this.services.find(item => item.resource === resource);
    return found
      ? jsonResponse(200, this.detailOf(found))
      : jsonResponse(404, {
          error: { name: 'NotFoundError', message: 'Not there' },
        });
  }

  #claims(call: Call, key: string[]): Response {
    if (key.length === 0) {
      return call.method === 'POST'
        ? this.#order(call)
        : jsonResponse(200, this.#page(call.query));
    }
    const [cluster, namespace, resource, name, action] = key;
    const found = this.claims.find(
      item =>
        item.cluster === cluster &&
        item.namespace === namespace &&
        item.resource === resource &&
        item.name === name,
    );
    if (!found) {
      return jsonResponse(404, {
        error: { name: 'NotFoundError', message: `There is no ${name}` },
      });
    }
    if (action === 'events') {
      return jsonResponse(200, { items: [boundEvent] });
    }
    if (action === 'activity') {
      return jsonResponse(200, { items: this.activity });
    }
    if (action === 'trace') {
      return jsonResponse(200, this.trace);
    }
    if (action === 'workloads') {
      return jsonResponse(200, this.workloads);
    }
    if (action === 'reveal') {
      return jsonResponse(200, this.credentials);
    }
    if (call.method === 'PATCH') {
      const {
        spec,
        protected: isProtected = found.protected,
        backupSchedule = found.backupSchedule,
      } = call.body as {
        spec?: Partial<Claim>;
        protected?: boolean;
        backupSchedule?: Claim['backupSchedule'] | null;
      };
      const changed = {
        ...found,
        ...spec,
        ...(spec && { stateText: 'Updating' }),
        protected: isProtected,
        backupSchedule: backupSchedule ?? undefined,
      };
      if (call.query.dryRun !== 'true') Object.assign(found, changed);
      return jsonResponse(200, this.#detail(changed));
    }
    if (call.method === 'DELETE') {
      Object.assign(found, {
        deleting: true,
        state: 'Deleting',
        stateText: 'Deleting',
      });
      return jsonResponse(202);
    }
    return jsonResponse(200, this.#detail(found));
  }

  #detail(of: Claim) {
    const detail = claimDetail(of);
    const spec = { ...detail.spec, parameters: this.parameters };
    return {
      ...detail,
      spec,
      generation: this.generation,
      usage: this.usage,
      managedBy: this.managedBy,
      may: this.may,
      ...(of.backupSchedule && { backupTimes: this.backupTimes }),
    };
  }

  /** A page of claims, by name; the cursor is the number of rows before the page. */
  #page(query: Record<string, string>) {
    const rows = this.claims
      .filter(item => this.#matches(item, query))
      .sort((a, b) => a.name.localeCompare(b.name));
    if (query.sort?.startsWith('-')) rows.reverse();
    const start = Number(query.cursor ?? 0);
    const end = start + Number(query.limit ?? 500);
    const valuesOf = (pick: (item: Claim) => string | undefined) =>
      [...new Set(this.claims.flatMap(item => pick(item) ?? []))].map(
        value => ({
          value,
          count: this.claims.filter(item => pick(item) === value).length,
        }),
      );
    return {
      items: rows.slice(start, end),
      total: rows.length,
      ...(end < rows.length && { nextCursor: String(end) }),
      ...(query.facets && {
        facets: {
          cluster: valuesOf(item => item.cluster),
          namespace: valuesOf(item => item.namespace),
          resource: valuesOf(item => item.resource),
          state: valuesOf(item => item.state),
          owner: valuesOf(item => item.owner),
        },
      }),
      clusters: this.appClusters,
      complete: this.complete,
    };
  }

  #matches(item: Claim, query: Record<string, string>): boolean {
    const { type, cluster, namespace, instance, instanceResource } = query;
    return (
      item.name.includes(query.search ?? '') &&
      (query.resource ?? item.resource) === item.resource &&
      (query.state ?? item.state) === item.state &&
      (query.owner ?? item.owner) === item.owner &&
      (query.component ?? item.component) === item.component &&
      (type ?? item.type) === item.type &&
      (cluster ?? item.cluster) === item.cluster &&
      (namespace ?? item.namespace) === item.namespace &&
      (instance ?? item.instanceRef) === item.instanceRef &&
      (instanceResource ?? item.instanceResource) === item.instanceResource
    );
  }

  #order(call: Call): Response {
    const request = call.body as ClaimRequest;
    const offered = this.services.find(
      item => item.resource === request.resource,
    );
    const ordered = claim(offered?.type ?? 'instance', request.name, {
      cluster: request.cluster,
      namespace: request.namespace,
      state: 'Waiting',
      stateText: 'Waiting for konnector',
      stateReason: 'WaitingForKonnector',
      backupRef: request.spec.backupRef as string | undefined,
      replaces: request.replaces,
    });
    if (call.query.dryRun !== 'true') {
      this.claims.push(ordered);
    }
    return jsonResponse(201, this.#detail(ordered));
  }

  #platform(call: Call, [list, id, action]: string[]): Response {
    if (action === 'offboarding') {
      if (call.method === 'GET') return jsonResponse(200, this.offboarding);
      this.platformAppClusters = this.platformAppClusters.filter(
        item => item.id !== id,
      );
      return jsonResponse(204);
    }
    if (list === 'control-plane-health') {
      return jsonResponse(200, { crossplane: 1, problems: this.problems });
    }
    if (list === 'app-cluster-invitations' && call.method !== 'DELETE') {
      return jsonResponse(id ? 200 : 201, this.joinToken);
    }
    if (call.method === 'PUT') {
      const cluster = this.platformAppClusters.find(item => item.id === id);
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
      this.serviceRequests = this.serviceRequests.filter(
        request => request.id !== id,
      );
      return jsonResponse(204);
    }
    const lists: Record<string, unknown[]> = {
      apis: this.apis,
      'export-templates': this.templates,
      'export-requests': this.exportRequests,
      exports: this.exports,
      'service-requests': this.serviceRequests,
      'app-clusters': this.platformAppClusters,
    };
    return jsonResponse(200, {
      items: lists[list ?? ''] ?? [],
      controlPlane: this.controlPlane,
    });
  }
}
