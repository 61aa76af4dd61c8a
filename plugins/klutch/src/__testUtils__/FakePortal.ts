/** In-memory portal backend behind the real REST client, for tests of the pages; requests are not validated. */
import {
  createKlutchClient,
  type Explanation,
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
import { jsonResponse, type Call } from './calls';
import { pageOfClaims } from './pageOfClaims';
import { respondToOperator } from './respondToOperator';

export type { Call } from './calls';

interface Failure extends Explanation {
  status: number;
  causes?: { field?: string; message: string }[];
}

const base = 'http://portal.test';

export class FakePortal {
  me: Me = alice;
  controlPlane: Reachability = { reachable: true };
  joinToken?: NewJoinToken;
  supportTrace: Schemas['SupportTraceResult'] = { matches: [] };
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
  /** Versions that instances can change to; undefined for those of the fixtures. */
  versionChanges?: ClaimDetail['versionChanges'];
  /** Backup times of instances with a schedule. */
  backupTimes: ClaimDetail['backupTimes'] = { nextAt: '2026-11-27T03:00:00Z' };
  trace: Trace = { objects: [] };
  /** Workloads that use the Secret of any service binding. */
  workloads: WorkloadList = { items: [], complete: true };
  usage?: ClaimDetail['usage'];
  /** The GitOps tool that applies all claims. */
  managedBy?: ClaimDetail['managedBy'];
  /** What the user may do with claims that do not say so themselves. */
  may = fullAccess;
  /** Whether the user may create instances of a service on an app cluster; undefined if unknown. */
  creatable: (resource: string, cluster: string) => boolean | undefined = () =>
    this.may.create.includes('instance');
  /** `spec.parameters` of all claims. */
  parameters: Record<string, unknown> = { maxConnections: 100 };
  /** Version of `GET /changes`. */
  version = '1';
  /** The `complete` field of claim lists. */
  complete = true;
  /** The `forbidden` field of claim lists. */
  forbidden?: boolean;
  /** The most rows of a claim list. */
  maxLimit = 1_000;
  credentials: Credentials = { secretName: 'app-creds', fields: [] };
  apis: Api[] = [];
  templates: ExportTemplate[] = [];
  audienceRules: Schemas['AudienceRules'] = {
    byDefault: {},
    issuers: ['klutch-portal'],
    needsIssuer: false,
  };
  templateResourceVersion = '1';
  templateRevisions: Schemas['ExportTemplateRevision'][] = [];
  templatePreview: Partial<Schemas['ExportTemplatePreview']> = {};
  templateDependants: Schemas['ExportTemplateDependants'] = {
    exports: [],
    hiddenExports: 0,
    waitingRequests: 0,
    rolesAreKept: false,
    isOfferedElsewhere: false,
  };
  apiVersions: Schemas['ApiDetail']['versions'] = [];
  exportRequests: Schemas['ExportRequest'][] = [];
  exports: Schemas['Export'][] = [];
  activity: Schemas['Activity'][] = [];
  isActivityHidden = false;
  events = { items: [boundEvent], hidden: false };
  serviceRequests: Schemas['ServiceRequest'][] = [];
  ownRequests: Schemas['OwnServiceRequest'][] = [];
  problems: Schemas['ControlPlaneProblem'][] = [];
  components: Schemas['ControlPlaneComponent'][] = [];
  managedResources: Schemas['ManagedResources'][] = [];
  packageUpdates: Schemas['PackageUpdate'][] = [];
  setUp: Schemas['SetUp'] = { checkedAt: '2026-11-28T10:00:00Z', checks: [] };
  platformAppClusters: PlatformAppCluster[] = [];
  /** What the pages of app clusters show beyond the list, by id. */
  appClusterDetails: Record<string, Partial<Schemas['AppClusterDetail']>> = {};
  /** What the clusters answer to dry runs of the user; others are allowed. */
  appClusterAccess: Partial<Schemas['AppClusterAccess']> = {};
  appClusterCertificates: Schemas['SetUpFinding'][] = [];
  platformAccess: Schemas['PlatformAccess'] = {
    register: { allowed: true },
    invite: { allowed: true },
  };
  detailOf: (service: Service) => ServiceDetail = serviceDetail;

  /** All requests, oldest first. */
  readonly calls: Call[] = [];
  #failures = new Map<string, Failure | 'down' | (() => Failure | undefined)>();
  #delayed = new Map<string, Promise<void>>();

  readonly client: KlutchClient = createKlutchClient({
    baseUrl: base,
    fetch: request => this.#fetch(request),
  });

  /** Makes matching requests fail; `call` is a prefix of `<method> <path>`. A function is called for each request. */
  fail(
    call: string,
    failure: Failure | 'down' | (() => Failure | undefined),
  ): void {
    this.#failures.set(call, failure);
  }

  /** As `fail`, after some matching requests that succeed. */
  failAfter(call: string, successes: number, failure: Failure): void {
    let count = 0;
    this.fail(call, () => {
      count += 1;
      return count > successes ? failure : undefined;
    });
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
    const rule = matching(this.#failures);
    const failure = typeof rule === 'function' ? rule() : rule;
    if (failure === 'down') {
      throw new TypeError('Failed to fetch');
    }
    if (failure) {
      const { status, ...error } = failure;
      return jsonResponse(status, { error: { name: 'Error', ...error } });
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
      case 'service-access':
        return jsonResponse(200, { items: this.#serviceAccess() });
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
        return respondToOperator(this, call, rest);
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
    if (call.method === 'POST') return this.#ask(call, resource);
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

  #ask(call: Call, resource = ''): Response {
    const { cluster, note } = call.body as { cluster: string; note?: string };
    this.ownRequests.unshift({
      id: `${resource}-${cluster}`,
      resource,
      title:
        this.services.find(item => item.resource === resource)?.title ?? '',
      cluster,
      user: this.me.userRef,
      requestedAt: new Date().toISOString(),
      note,
      state: 'Open',
    });
    return jsonResponse(204);
  }

  #serviceAccess(): Schemas['ServiceAccess'][] {
    return this.services
      .filter(({ type }) => type === 'instance')
      .map(({ resource, clusters }) => ({
        resource,
        clusters: clusters
          .filter(({ bound }) => bound)
          .map(({ id }) => ({ id, creatable: this.creatable(resource, id) })),
      }));
  }

  #claims(call: Call, key: string[]): Response {
    if (key.length === 0) {
      return call.method === 'POST'
        ? this.#order(call)
        : jsonResponse(200, pageOfClaims(this, call.query));
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
        error: {
          name: 'NotFoundError',
          message: `There is no ${name}`,
          reason: 'ClaimNotFound',
        },
      });
    }
    if (action === 'events') {
      return jsonResponse(200, this.events);
    }
    if (action === 'activity') {
      return jsonResponse(200, {
        items: this.activity,
        hidden: this.isActivityHidden,
      });
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
      versionChanges: this.versionChanges ?? detail.versionChanges,
      usage: this.usage,
      managedBy: this.managedBy,
      may: this.may,
      ...(of.backupSchedule && { backupTimes: this.backupTimes }),
    };
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
      restoreFrom: request.restoreFrom,
      ...(typeof request.spec.instanceRef === 'string' && {
        instanceRef: request.spec.instanceRef,
      }),
    });
    if (call.query.dryRun !== 'true') {
      this.claims.push(ordered);
    }
    return jsonResponse(201, this.#detail(ordered));
  }
}
