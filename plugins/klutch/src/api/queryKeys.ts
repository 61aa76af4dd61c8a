/** Query keys of REST responses, and which keys a signal affects. */
import type {
  KlutchSignal,
  operations,
} from '@klutch/backstage-plugin-klutch-common';
import type {
  ClaimKey,
  ClaimRequest,
  ClaimSort,
  ClaimState,
  ClaimType,
} from './types';

/** Filter of a list of claims. */
export interface ClaimFilter {
  type?: ClaimType;
  cluster?: string;
  namespace?: string;
  instance?: string;
  instanceResource?: string;
  resource?: string;
  state?: ClaimState;
  owner?: string;
  /** Entity ref of the component that uses the instances. */
  component?: string;
  name?: string;
  search?: string;
}

/** A page of a list of claims. */
export interface ClaimQuery extends ClaimFilter {
  sort?: ClaimSort;
  limit?: number;
  cursor?: string;
  facets?: boolean;
  may?: boolean;
  withoutInstance?: boolean;
}

/** Filter, order and page of the list of app clusters. */
export type AppClusterQuery = NonNullable<
  operations['listAppClusterSummaries']['parameters']['query']
>;

/** Filter, order and page of the exports. */
export type ExportQuery = NonNullable<
  operations['listExports']['parameters']['query']
>;

/** Identifies an export template. */
export interface TemplateKey {
  namespace: string;
  name: string;
}

const root = 'klutch';

export const queryKeys = {
  all: [root] as const,
  me: [root, 'me'] as const,
  components: (owners: string[]) => [root, 'components', owners] as const,
  services: [root, 'services'] as const,
  serviceAccess: [root, 'service-access'] as const,
  ownServiceRequests: [root, 'service-requests'] as const,
  service: (resource: string) => [root, 'services', resource] as const,
  appClusters: [root, 'app-clusters'] as const,
  namespaces: (cluster: string, resource: string) =>
    [root, 'namespaces', cluster, resource] as const,
  allClaims: [root, 'claims'] as const,
  claims: (query: ClaimQuery) => [root, 'claims', query] as const,
  claim: ({ cluster, namespace, resource, name }: ClaimKey) =>
    [root, 'claim', { cluster, namespace }, resource, name] as const,
  claimEvents: ({ cluster, namespace, resource, name }: ClaimKey) =>
    [root, 'claim-events', { cluster, namespace }, resource, name] as const,
  claimActivity: ({ cluster, namespace, resource, name }: ClaimKey) =>
    [root, 'claim-activity', { cluster, namespace }, resource, name] as const,
  bindingWorkloads: ({ cluster, namespace, resource, name }: ClaimKey) =>
    [root, 'workloads', { cluster, namespace }, resource, name] as const,
  claimTrace: ({ cluster, namespace, resource, name }: ClaimKey) =>
    [root, 'claim-trace', { cluster, namespace }, resource, name] as const,
  dryRun: (request: ClaimRequest) => [root, 'dry-run', request] as const,
  appClusterAccess: (id: string) =>
    [root, 'dry-run', 'app-cluster', id] as const,
  platformAccess: [root, 'dry-run', 'platform'] as const,
  controlPlaneHealth: [root, 'control-plane-health'] as const,
  managedResources: (offset: number) =>
    [root, 'managed-resources', offset] as const,
  packageUpdates: [root, 'package-updates'] as const,
  setUp: [root, 'set-up'] as const,
  certificates: (cluster: string) => [root, 'certificates', cluster] as const,
  offboarding: (cluster: string) => [root, 'offboarding', cluster] as const,
  platform: [root, 'platform'] as const,
  templatePreview: (request: unknown) =>
    [root, 'template-preview', request] as const,
  templateDependants: ({ namespace, name }: TemplateKey) =>
    [root, 'template-dependants', { namespace, name }] as const,
  apis: [root, 'platform', 'apis'] as const,
  apiDetail: (resource: string) =>
    [root, 'platform', 'apis', resource] as const,
  exportTemplate: ({ namespace, name }: TemplateKey) =>
    [root, 'platform', 'export-templates', { namespace, name }] as const,
  exportTemplates: [root, 'platform', 'export-templates'] as const,
  exportRequests: [root, 'platform', 'export-requests'] as const,
  exports: (query: ExportQuery) =>
    [root, 'platform', 'exports', query] as const,
  serviceRequests: [root, 'platform', 'service-requests'] as const,
  serviceRequestList: (answered: boolean) =>
    [root, 'platform', 'service-requests', answered] as const,
  appClusterList: (query: AppClusterQuery) =>
    [root, 'platform', 'app-cluster-summaries', query] as const,
  appCluster: (id: string) => [root, 'platform', 'app-cluster', id] as const,
  konnectorManifest: (cluster: string) =>
    [root, 'platform', 'app-cluster', cluster, 'konnector'] as const,
  joinToken: (cluster: string) =>
    [root, 'platform', 'join-token', cluster] as const,
};

const topicsOfOneClaim = new Set<unknown>(['claim', 'claim-activity']);
const topicsOfRights = new Set<unknown>(['service-access', 'namespaces']);
const unaffectedTopics = new Set<unknown>([
  'me',
  'components',
  'claim-events',
  'claim-trace',
  'workloads',
  'dry-run',
  'control-plane-health',
  'template-preview',
  'template-dependants',
  'managed-resources',
  'package-updates',
  'set-up',
  'certificates',
  'offboarding',
]);

/** Whether the key belongs to a single claim, and the response follows its changes. */
export function isClaimKey(queryKey: readonly unknown[]): boolean {
  const [owner, topic] = queryKey;
  return owner === root && topicsOfOneClaim.has(topic);
}

/** Whether the signal may have changed the response of this key. */
export function isAffected(
  queryKey: readonly unknown[],
  signal: Pick<KlutchSignal, 'topic'>,
): boolean {
  const [owner, topic] = queryKey;
  if (owner !== root || unaffectedTopics.has(topic)) {
    return false;
  }
  return (
    signal.topic === 'platform' ||
    (signal.topic === 'rights' && topicsOfRights.has(topic)) ||
    topic === 'claims' ||
    topicsOfOneClaim.has(topic)
  );
}
