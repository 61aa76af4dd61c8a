/** A real control plane for tests: CRDs, roles, and backends that run under their own least-privilege user. */
import { Writable } from 'node:stream';
import {
  bindResources,
  controlPlaneCrds,
  names,
  type APIServiceExportRequest,
  type CustomResourceDefinition,
  type PermissionClaim,
} from '@klutch/bind-api';
import {
  core,
  createClient,
  createLogger,
  loadKubeConfig,
  isEstablished,
  type KubeClient,
} from '@klutch/kube';
import { type LocalCluster, borrowCluster } from '@klutch/local-clusters';
import { policyAnnotations } from '../../backendNames';
import type { BindingBackend } from '../../backend/BindingBackend';
import type { BindingBackendOptions } from '../../backend/BindingBackendOptions';
import { createBindingBackend } from '../../backend/createBindingBackend';
import { backendRoleBinding, backendRoles } from '../../roles/backendRoles';
import { templateRoles } from '../../roles/templateRole';
import { databases, databasesCrd, databasesTemplate } from '../samples';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { eventually } from '@klutch/local-processes/src/testing/eventually';

export { eventually };

const user = 'klutch-portal';

/** A client from a kubeconfig in YAML. */
export const clientOf = (kubeconfig: string): KubeClient =>
  createClient(loadKubeConfig(kubeconfig));

/** Write options of operators in tests. */
export const byOperator = { fieldManager: 'operator', force: true };

/** Options for calls that otherwise wait until the caches of API servers expire. */
export const withoutWaiting = { wait: () => Promise.resolve() };

/** How a backend is started; `controllers: false` leaves its controllers stopped. */
export type BackendOptions = Partial<BindingBackendOptions> & {
  controllers?: boolean;
};

export interface RunningBackend extends BindingBackend {
  stop(): Promise<void>;
}

/** A control plane, and the operations of tests on this control plane. */
export interface TestControlPlane {
  cluster: LocalCluster;
  admin: KubeClient;
  /** The user that backends run as. */
  portal: KubeClient;
  /** All log lines of all backends. */
  logLines: string[];
  /** Starts a backend under its own user. */
  backend(options?: BackendOptions): Promise<RunningBackend>;
  installCrd(crd: CustomResourceDefinition): Promise<void>;
  /** Offers databases: roles, then template. */
  offer(claims?: PermissionClaim[]): Promise<void>;
  /** Limits the offer to these groups; null removes the limit. */
  offerTo(groups: string | null): Promise<void>;
  /** Creates an export request for databases in a cluster namespace; returns the name of the request. */
  request(namespace: string): Promise<string>;
  getRequest(
    namespace: string,
    name: string,
  ): Promise<APIServiceExportRequest | undefined>;
  stopBackends(): Promise<void>;
  stop(): Promise<void>;
}

/** A clock that runs ahead of the real one by an adjustable time. */
export const fakeClock = () => {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance(seconds: number) {
      ahead += seconds * 1_000;
    },
  };
};

/** Installs the types of the binding protocol and the roles of the backend on a control plane. */
export type Preparation = (
  cluster: LocalCluster,
  backendUser: string,
) => Promise<unknown>;

const applyBackendRoles = async (admin: KubeClient) => {
  for (const role of backendRoles()) {
    await admin.apply(core.clusterRoles, role, byOperator);
  }
  const subject = {
    kind: 'User',
    name: user,
    apiGroup: 'rbac.authorization.k8s.io',
  };
  const binding = backendRoleBinding(subject);
  await admin.apply(core.clusterRoleBindings, binding, byOperator);
};

/**
 * Starts the control plane, installs the binding protocol's types and the backend's roles.
 * @param prepare - replaces the installation of types and roles
 */
export const startControlPlane = async (
  name: string,
  prepare?: Preparation,
): Promise<TestControlPlane> => {
  const cluster = await borrowCluster({ name });
  const admin = clientOf(cluster.kubeconfig);
  const running: RunningBackend[] = [];
  const stopBackends = async () => {
    await Promise.all(running.map(backend => backend.stop()));
  };
  const logLines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _, done) {
      logLines.push(chunk.toString());
      done();
    },
  });

  const installCrd: TestControlPlane['installCrd'] = async crd => {
    const { name: crdName = '' } = crd.metadata;
    await admin.apply(core.customResourceDefinitions, crd, byOperator);
    await eventually(`${crdName} is served`, async () => {
      const live = await admin.get(core.customResourceDefinitions, {
        name: crdName,
      });
      return isEstablished(live);
    });
  };

  const prepareHere = async () => {
    await Promise.all(controlPlaneCrds.map(installCrd));
    await applyBackendRoles(admin);
  };
  await (prepare ? prepare(cluster, user) : prepareHere());
  await installCrd(databasesCrd());
  const portal = await cluster.user(user);
  const asPortal = clientOf(portal);
  await eventually('the backend has its rights', () =>
    asPortal.canI({
      verb: 'watch',
      group: names.templateGroup,
      resource: 'apiserviceexporttemplates',
    }),
  );

  return {
    cluster,
    admin,
    portal: asPortal,
    logLines,
    installCrd,
    async backend({ controllers = true, ...options } = {}) {
      const client = clientOf(portal);
      const stop = new AbortController();
      const backend = createBindingBackend({
        client,
        external: { server: cluster.url, caData: cluster.caData },
        prettyName: 'Test provider',
        logger: createLogger('backend', { level: 'debug', destination }),
        ...options,
      });
      if (controllers) {
        backend.start(stop.signal);
        await backend.ready();
      }
      const handle = {
        ...backend,
        async stop() {
          if (stop.signal.aborted) return;
          stop.abort();
          if (controllers) await backend.stopped();
          await client.close();
        },
      };
      running.push(handle);
      return handle;
    },
    async offer(claims) {
      const template = databasesTemplate(claims);
      for (const role of templateRoles(template)) {
        await admin.apply(core.clusterRoles, role, byOperator);
      }
      await admin.apply(bindResources.templates, template, byOperator);
    },
    async offerTo(groups) {
      const { metadata } = databasesTemplate();
      await admin.mergePatch(
        bindResources.templates,
        { namespace: metadata.namespace, name: metadata.name ?? '' },
        { metadata: { annotations: { [policyAnnotations.groups]: groups } } },
      );
    },
    async request(namespace) {
      const request = await admin.create(bindResources.requests, {
        apiVersion: names.apiVersion,
        kind: bindResources.requests.kind,
        metadata: { generateName: 'export-', namespace },
        spec: { resources: [databases] },
      });
      return request.metadata.name ?? '';
    },
    getRequest: (namespace, requestName) =>
      admin.get(bindResources.requests, { namespace, name: requestName }),
    stopBackends,
    async stop() {
      await stopBackends();
      await Promise.all([admin.close(), asPortal.close()]);
      await cluster.stop();
    },
  };
};
