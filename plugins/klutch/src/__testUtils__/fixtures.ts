/** Responses of the portal's REST API for tests of the pages. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type {
  Api,
  AppCluster,
  Claim,
  ClaimDetail,
  ClaimEvent,
  ClaimType,
  ExportTemplate,
  Me,
  PermissionClaim,
  PlatformAppCluster,
  Service,
  ServiceDetail,
} from '../api/types';

export const postgresql = 'postgresqlinstances.anynines.com';
export const servicebindings = 'servicebindings.anynines.com';

const resources: Record<ClaimType, [resource: string, kind: string]> = {
  instance: [postgresql, 'PostgresqlInstance'],
  binding: [servicebindings, 'ServiceBinding'],
  backup: ['backups.anynines.com', 'Backup'],
  restore: ['restores.anynines.com', 'Restore'],
};

/** ISO 8601 time, `seconds` before now. */
export function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1000).toISOString();
}

export const alice: Me = {
  userRef: 'user:default/alice',
  kubernetesUser: 'klutch:alice',
  kubernetesGroups: ['klutch:developers'],
  groups: ['group:default/developers'],
  operator: false,
  mayManage: false,
  mayReveal: true,
  mayTrace: false,
  permissionsEnabled: true,
  mountPath: '/klutch',
};

export const oscar: Me = {
  userRef: 'user:default/oscar',
  kubernetesUser: 'klutch:oscar',
  kubernetesGroups: ['klutch:operators'],
  groups: ['group:default/operators'],
  operator: true,
  mayManage: true,
  mayReveal: true,
  mayTrace: true,
  permissionsEnabled: true,
  mountPath: '/klutch',
};

export function appCluster(change: Partial<AppCluster> = {}): AppCluster {
  return {
    id: 'apps-dev',
    title: 'Development apps',
    connection: 'kubeconfig',
    reachability: { reachable: true },
    ...change,
  };
}

export function service(
  type: ClaimType,
  change: Partial<Service> = {},
): Service {
  const [resource, kind] = resources[type];
  const isInstance = type === 'instance';
  return {
    resource,
    kind,
    type,
    title: isInstance ? 'PostgreSQL' : kind,
    description: isInstance ? 'A relational database.' : `A ${type}.`,
    icon: isInstance ? 'data:image/svg+xml;base64,PHN2Zy8+' : '',
    offered: true,
    serviceType: isInstance ? 'postgresql' : undefined,
    relatedApis: isInstance
      ? {
          binding: resources.binding[0],
          backup: resources.backup[0],
          restore: resources.restore[0],
        }
      : undefined,
    versions: isInstance
      ? [
          {
            value: 'a9s-postgresql15',
            title: 'PostgreSQL 15',
            available: true,
          },
          {
            value: 'a9s-postgresql17',
            title: 'PostgreSQL 17',
            available: false,
            reason: 'This sandbox runs PostgreSQL 15.',
          },
        ]
      : [],
    clusters: [{ id: 'apps-dev', title: 'Development apps', bound: true }],
    ...change,
  };
}

export function serviceDetail(
  of: Service,
  change: Partial<ServiceDetail> = {},
): ServiceDetail {
  const [plural = '', ...group] = of.resource.split('.');
  return {
    ...of,
    apiVersion: 'anynines.com/v1',
    plural,
    group: group.join('.'),
    defaultComposition: `a9s-${of.serviceType ?? of.kind.toLowerCase()}`,
    plans:
      of.type === 'instance'
        ? [
            {
              value: 'postgresql-single-nano',
              title: 'Single nano',
              available: true,
              replicas: 1,
              memory: '256Mi',
            },
            {
              value: 'postgresql-single-small',
              title: 'Single small',
              available: true,
              replicas: 1,
              memory: '512Mi',
            },
            {
              value: 'postgresql-replica-small',
              title: 'Replica small',
              available: false,
              reason: 'This sandbox runs single servers.',
              replicas: 3,
            },
          ]
        : [],
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          'x-kubernetes-validations': [
            {
              rule: "!has(self.parameters.maxConnections) || self.parameters.maxConnections <= 400 || self.plan != 'postgresql-single-nano'",
              fieldPath: '.parameters.maxConnections',
              message: 'must be at most 400 with this plan',
            },
          ],
          properties: {
            compositionRef: {
              type: 'object',
              required: ['name'],
              properties: { name: { type: 'string' } },
            },
            expose: { type: 'string', enum: ['Internal', 'LoadBalancer'] },
            parameters: {
              type: 'object',
              properties: {
                maxConnections: {
                  type: 'integer',
                  default: 100,
                  'x-klutch-group': 'Limits',
                },
                extra: {
                  type: 'object',
                  'x-kubernetes-preserve-unknown-fields': true,
                },
              },
            },
          },
        },
      },
    },
    ...change,
  };
}

/** Of two backends, one of which has a version and a plan of its own. */
export function serviceWithBackends(of: Service): ServiceDetail {
  const rules = [
    "self.compositionRef.name in ['a9s-postgresql', 'a8s-postgresql']",
    "(self.compositionRef.name == 'a8s-postgresql') == (self.plan == 'medium')",
    "(self.compositionRef.name == 'a8s-postgresql') == (self.service == 'a8s-postgresql18')",
  ].map(rule => ({ rule, message: 'no' }));
  return serviceDetail(of, {
    otherPlans: [{ value: 'medium', title: 'Medium', available: true }],
    otherVersions: [
      { value: 'a8s-postgresql18', title: 'PostgreSQL 18', available: true },
    ],
    schema: {
      properties: {
        spec: {
          properties: {
            service: { enum: ['a9s-postgresql15', 'a8s-postgresql18'] },
            plan: { enum: ['postgresql-single-small', 'medium'] },
          },
          'x-kubernetes-validations': rules,
        },
      },
    },
  });
}

export function claim(
  type: ClaimType,
  name: string,
  change: Partial<Claim> = {},
): Claim {
  const [resource, kind] = resources[type];
  return {
    cluster: 'apps-dev',
    clusterTitle: 'Development apps',
    namespace: 'team-a',
    resource,
    kind,
    type,
    name,
    uid: `uid-${type}-${name}`,
    state: 'Ready',
    stateText: 'Ready',
    createdAt: ago(3600),
    deleting: false,
    protected: false,
    owner: 'user:default/alice',
    ...(type === 'instance'
      ? {
          serviceTitle: 'PostgreSQL',
          service: 'a9s-postgresql15',
          versionTitle: 'PostgreSQL 15',
          plan: 'postgresql-single-nano',
          planTitle: 'Single nano',
        }
      : { instanceRef: 'orders-db', instanceResource: postgresql }),
    ...(type === 'binding' && { secretName: `${name}-creds` }),
    ...change,
  };
}

const claimTypes: ClaimType[] = ['instance', 'binding', 'backup', 'restore'];

export const fullAccess: ClaimDetail['may'] = {
  change: claimTypes,
  create: claimTypes,
  delete: claimTypes,
  reveal: true,
};

export function claimDetail(of: Claim): ClaimDetail {
  return {
    ...of,
    may: fullAccess,
    generation: 1,
    spec: {
      service: of.service,
      plan: of.plan,
      compositionRef: { name: 'a9s-postgresql' },
      parameters: { maxConnections: 100 },
    },
    planChanges: [
      {
        value: 'postgresql-single-big',
        title: 'Single big',
        available: true,
        storage: '2Gi',
      },
    ],
    versionChanges: [
      {
        value: 'a9s-postgresql17',
        title: 'PostgreSQL 17',
        available: false,
        reason: 'the service cannot be changed',
      },
    ],
    hops: [
      { id: 'request', title: 'Request', state: 'done', at: of.createdAt },
      { id: 'appCluster', title: 'App cluster', state: 'done' },
      { id: 'konnector', title: 'Konnector', state: 'done' },
      { id: 'controlPlane', title: 'Control plane', state: 'done' },
      {
        id: 'service',
        title: 'Service',
        state: of.state === 'Ready' ? 'done' : 'active',
        message: 'The database is being created.',
      },
    ],
    conditions: [
      {
        type: 'Ready',
        status: of.state === 'Ready' ? 'True' : 'False',
        lastTransitionTime: of.createdAt,
      },
    ],
    manifest: `kind: ${of.kind}\nmetadata:\n  name: ${of.name}\n`,
  };
}

export const boundEvent: ClaimEvent = {
  type: 'Normal',
  reason: 'Bound',
  message: 'It was bound',
  at: ago(60),
};

export const placeSecrets: PermissionClaim[] = [
  {
    group: '',
    resource: 'secrets',
    version: 'v1',
    selector: { owner: 'Provider' },
    text: "May place Secrets into the app cluster's namespaces",
    whole: 'resource: secrets\n',
  },
];

export function api(of: Service, change: Partial<Api> = {}): Api {
  const [plural = '', ...group] = of.resource.split('.');
  return {
    resource: of.resource,
    group: group.join('.'),
    plural,
    kind: of.kind,
    title: of.title,
    offered: true,
    suggestedClaims: of.type === 'binding' ? placeSecrets : [],
    offerYaml: `kind: APIServiceExportTemplate\nmetadata:\n  name: ${of.resource}\n`,
    boundOn: ['apps-dev'],
    versions: [{ name: 'v1', served: true, storage: true, deprecated: false }],
    schema: { state: 'InSync' },
    ...change,
  };
}

export function exportTemplate(of: Api): ExportTemplate {
  return {
    namespace: 'crossplane-system',
    name: of.plural,
    resource: of.resource,
    title: of.title,
    claims: of.suggestedClaims,
    audience: {},
    boundOn: of.boundOn,
    createdAt: ago(600),
  };
}

/** As the backend finds it, without suspended bindings and lost konnectors. */
export function healthOf({
  bindings,
  connection,
  konnectorVersion,
  reachability,
}: PlatformAppCluster): Schemas['AppClusterHealth'] {
  if (connection === 'kubeconfig' && !reachability.reachable) return 'Failing';
  if (!konnectorVersion) return 'Waiting';
  return bindings.every(({ ready }) => ready) ? 'Healthy' : 'Degraded';
}

/** State of a bound API. */
export const appClusterApi = (
  change: Partial<Schemas['AppClusterApi']> = {},
): Schemas['AppClusterApi'] => ({
  name: postgresql,
  title: 'PostgreSQL',
  suspended: false,
  rejectedClaims: [],
  unansweredClaims: [],
  findings: [],
  ...change,
});

/** What the page of an app cluster shows beyond {@link platformAppCluster}. */
export function appClusterDetail(
  cluster: PlatformAppCluster,
  change: Partial<Schemas['AppClusterDetail']> = {},
): Schemas['AppClusterDetail'] {
  return {
    ...cluster,
    health: healthOf(cluster),
    suspended: false,
    konnector: { version: 'v0.1.0', offered: 'v0.1.0', isOutdated: false },
    token: { state: 'Valid', since: ago(3_600), expiresAt: ago(-3_600) },
    history: [],
    apis: cluster.bindings.map(({ name }) =>
      appClusterApi({ name, ...(name !== postgresql && { title: name }) }),
    ),
    inventory: [],
    withoutObject: { items: [], total: 0 },
    ...change,
  };
}

export function platformAppCluster(
  change: Partial<PlatformAppCluster> = {},
): PlatformAppCluster {
  return {
    ...appCluster(),
    invited: false,
    clusterNamespace: 'cluster-x1',
    konnectorVersion: '0.1.0',
    lastHeartbeatAt: ago(12),
    healthText: 'Healthy',
    conditions: [],
    bindings: [{ name: postgresql, ready: true, conditions: [] }],
    ...change,
  };
}
