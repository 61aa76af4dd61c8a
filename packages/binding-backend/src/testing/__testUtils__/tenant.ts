/** One app cluster on a test's control plane cluster: the writes of its konnector, and its observable state. */
import {
  annotations,
  bindResources,
  getCondition,
  names,
  type APIServiceExport,
  type APIServiceNamespace,
  type Condition,
} from '@klutch/bind-api';
import { core, type KubeClient, type RoleBinding } from '@klutch/kube';
import type { BindingBackend } from '../../backend/BindingBackend';
import { apiRoleName } from '../../roles/templateRole';
import { databases, databasesResource, secretsClaim } from '../samples';
import { clientOf, eventually, type TestControlPlane } from './controlPlane';

/** Name of the export, template and CRD of databases. */
export const exportName = 'databases.example.test';

/** Waits until a condition matches. */
export const waitForCondition = (
  what: string,
  read: () => Promise<Condition | undefined>,
  test: (found: Condition | undefined) => boolean,
) => eventually(what, async () => test(await read()));

/** The app cluster. */
export interface TestTenant {
  /** Client with the konnector's own token. */
  client: KubeClient;
  /** The cluster namespace. */
  namespace: string;
  /** Offers databases with a claim on secrets and exports them, unless they are exported already. */
  ensureExported(): Promise<void>;
  getExport(): Promise<APIServiceExport | undefined>;
  waitForExport(
    what: string,
    test: (found: APIServiceExport) => unknown,
  ): Promise<APIServiceExport>;
  exportCondition(type: string): Promise<Condition | undefined>;
  clusterCondition(type: string): Promise<Condition | undefined>;
  /** RoleBinding for databases in a service namespace. */
  getGrant(where: string): Promise<RoleBinding | undefined>;
  waitForGrant(where: string): Promise<unknown>;
  waitForGrantRemoval(where: string): Promise<unknown>;
  /** The konnector's periodic status write. */
  sendHeartbeat(status?: object): Promise<unknown>;
  /** The konnector's first write for a namespace of the app cluster. */
  claimNamespace(name: string): Promise<unknown>;
  getServiceNamespace(name: string): Promise<APIServiceNamespace | undefined>;
  problemOf(name: string): Promise<string | undefined>;
  /** Name of the service namespace, once published in the status. */
  waitForServiceNamespace(name: string): Promise<string>;
  createDatabase(where: string, name: string): Promise<unknown>;
}

/** Provisions an app cluster and creates a client with its kubeconfig. */
export const startTenant = async (
  plane: TestControlPlane,
  backend: BindingBackend,
  subject = 'alice',
): Promise<TestTenant> => {
  const { admin } = plane;
  const identity = { subject, clusterId: 'apps' };
  const { namespace, kubeconfig } = await backend.provision(identity);
  const client = clientOf(kubeconfig);
  const bindingKey = { namespace, name: names.clusterBinding };

  const getExport = () =>
    admin.get(bindResources.exports, { namespace, name: exportName });
  const getGrant = (where: string) =>
    admin.get(core.roleBindings, {
      namespace: where,
      name: apiRoleName(databases),
    });
  const getServiceNamespace = (name: string) =>
    admin.get(bindResources.serviceNamespaces, { namespace, name });
  const waitForExport: TestTenant['waitForExport'] = (what, test) =>
    eventually(what, async () => {
      const found = await getExport();
      return found && test(found) ? found : undefined;
    });

  return {
    client,
    namespace,
    getExport,
    getGrant,
    getServiceNamespace,
    waitForExport,
    waitForGrant: where => eventually('the grant', () => getGrant(where)),
    waitForGrantRemoval: where =>
      eventually(
        'the grant is withdrawn',
        async () => !(await getGrant(where)),
      ),
    async ensureExported() {
      await plane.offer([secretsClaim]);
      if (!(await getExport())) await plane.request(namespace);
      await waitForExport('the export', found => found);
    },
    exportCondition: async type =>
      getCondition((await getExport())?.status?.conditions, type),
    async clusterCondition(type) {
      const binding = await admin.get(
        bindResources.clusterBindings,
        bindingKey,
      );
      return getCondition(binding?.status?.conditions, type);
    },
    sendHeartbeat(status = {}) {
      const lastHeartbeatTime = `${new Date().toISOString().slice(0, 19)}Z`;
      const always = { lastHeartbeatTime, konnectorVersion: 'v1.0.0' };
      return client.mergePatch(
        bindResources.clusterBindings,
        bindingKey,
        { status: { ...always, heartbeatInterval: '5m0s', ...status } },
        { subresource: 'status' },
      );
    },
    claimNamespace: name =>
      client.create(bindResources.serviceNamespaces, {
        apiVersion: names.apiVersion,
        kind: bindResources.serviceNamespaces.kind,
        metadata: { name, namespace },
        spec: {},
      }),
    problemOf: async name =>
      (await getServiceNamespace(name))?.metadata.annotations?.[
        annotations.serviceNamespaceProblem
      ],
    waitForServiceNamespace: name =>
      eventually(
        `service namespace of ${name}`,
        async () => (await getServiceNamespace(name))?.status?.namespace,
      ),
    createDatabase: (where, name) =>
      client.create(databasesResource, {
        apiVersion: 'example.test/v1',
        kind: 'Database',
        metadata: { name, namespace: where },
        spec: { size: 'small' },
      }),
  };
};

/** As `startTenant`, with the database `one` in the service namespace of `team-a`. */
export const startTenantWithData = async (
  plane: TestControlPlane,
  backend: BindingBackend,
  subject: string,
): Promise<{ tenant: TestTenant; where: string }> => {
  const tenant = await startTenant(plane, backend, subject);
  await tenant.ensureExported();
  await tenant.claimNamespace('team-a');
  const where = await tenant.waitForServiceNamespace('team-a');
  await eventually('the rights count', () =>
    tenant.client.canI({ ...databases, verb: 'create', namespace: where }),
  );
  await tenant.createDatabase(where, 'one');
  return { tenant, where };
};
