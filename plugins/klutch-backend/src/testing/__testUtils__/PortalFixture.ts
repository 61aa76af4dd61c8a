/** A portal with a control plane and a real app cluster, and the actions of operators and developers. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { parseApiName } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import type { LocalCluster } from '@klutch/local-clusters';
import {
  deleteBindings,
  installApi,
  startClusters,
  type TestClusters,
} from './clusters';
import { startPortal, type TestPortal, type TestUser } from './portal';
import { sampleCrds } from './samples';
import { eventually } from './eventually';

/** Sample APIs. */
export const instances = 'postgresqlinstances.anynines.com';
export const bindings = 'servicebindings.anynines.com';
export const backups = 'backups.anynines.com';
export const restores = 'restores.anynines.com';
export const queues = 'messagequeues.anynines.com';

/** The namespace in which developers may order. */
export const namespace = 'team-a';

/** The spec of a valid instance. */
export const instanceSpec = {
  service: 'a9s-postgresql15',
  plan: 'postgresql-single-nano',
};

const requireCreated = (
  what: string,
  { error, response }: { error?: unknown; response: Response },
) => {
  if (response.status === 201) return;
  throw new Error(`${what} got ${response.status}: ${JSON.stringify(error)}`);
};

/** The clusters and the portal; nothing is offered or registered initially. */
export class PortalFixture {
  private constructor(
    readonly clusters: TestClusters,
    readonly portal: TestPortal,
  ) {}

  /** A fixture of what the test has started. */
  static of(clusters: TestClusters, portal: TestPortal): PortalFixture {
    return new PortalFixture(clusters, portal);
  }

  /** @param startControlPlane - default: borrows an empty cluster */
  static async start(
    startControlPlane?: () => Promise<LocalCluster>,
  ): Promise<PortalFixture> {
    const clusters = await startClusters(startControlPlane);
    try {
      const portal = await startPortal({
        controlPlane: { kubeconfig: clusters.controlPlaneKubeconfig },
        appClusters: { allowLoopback: true },
        binding: {
          handshake: {
            identityProviders: [
              { id: 'away', issuer: 'http://localhost:1', clientId: 'klutch' },
            ],
          },
        },
      });
      return new PortalFixture(clusters, portal);
    } catch (error) {
      await clusters.stop();
      throw error;
    }
  }

  /** Waits until all APIs of the control plane are listed. */
  async waitUntilWatched(): Promise<void> {
    await eventually(
      'the control plane is watched',
      async () => (await this.apis()).length === sampleCrds.length,
    );
  }

  /** The operator. */
  oscar() {
    return this.portal.as('oscar');
  }

  /** A developer. */
  alice() {
    return this.portal.as('alice');
  }

  /** APIs of the control plane, as listed for operators. */
  async apis(): Promise<Schemas['Api'][]> {
    const { data } = await this.oscar().GET('/platform/apis');
    return data?.items ?? [];
  }

  async templates(): Promise<Schemas['ExportTemplate'][]> {
    const { data } = await this.oscar().GET('/platform/export-templates');
    return data?.items ?? [];
  }

  /** A service, as listed for developers. */
  async service(resource: string) {
    const { data } = await this.alice().GET('/services');
    return data?.items.find(item => item.resource === resource);
  }

  offer(resource: string, claims: Schemas['PermissionClaim'][] = []) {
    return this.oscar().POST('/platform/export-templates', {
      body: { resource, claims },
    });
  }

  /** Offers APIs with the suggested claims, unless they are offered already. */
  async offered(resources: string[]): Promise<void> {
    for (const api of await this.apis()) {
      if (api.offered || !resources.includes(api.resource)) continue;
      requireCreated(
        `Offering ${api.resource}`,
        await this.offer(api.resource, api.suggestedClaims),
      );
    }
    await eventually('the templates are watched', async () => {
      const found = (await this.templates()).map(({ resource }) => resource);
      return resources.every(resource => found.includes(resource));
    });
  }

  /** Deletes the template of an API, and waits until the API is not offered. */
  async withdraw(resource: string) {
    const answer = await this.oscar().DELETE(
      '/platform/export-templates/{namespace}/{name}',
      {
        params: { path: { namespace: 'crossplane-system', name: resource } },
        parseAs: 'text',
      },
    );
    await eventually(`${resource} is no longer offered`, async () => {
      const api = (await this.apis()).find(item => item.resource === resource);
      return api?.offered === false;
    });
    return answer;
  }

  /** Registers the real app cluster under an id. */
  register(id: string) {
    return this.oscar().POST('/platform/app-clusters', {
      body: {
        id,
        title: 'Development apps',
        kubeconfig: this.clusters.appClusterKubeconfig,
      },
    });
  }

  /** As `register`; throws unless the app cluster is registered. */
  async registered(id: string): Promise<void> {
    requireCreated(`Registering ${id}`, await this.register(id));
  }

  bind(cluster: string, resource: string) {
    return this.oscar().POST('/platform/app-clusters/{cluster}/bindings', {
      params: { path: { cluster } },
      body: { resource },
    });
  }

  /** Installs the CRDs of APIs on the app cluster, as a konnector does. */
  async install(resources: string[]): Promise<void> {
    const { admin } = this.clusters.appCluster;
    await Promise.all(
      resources.map(resource =>
        installApi(admin, parseApiName(resource).resource),
      ),
    );
  }

  /** Waits until developers can order from APIs that are bound and installed. */
  async waitUntilOrderable(
    cluster: string,
    resources: string[],
  ): Promise<void> {
    for (const resource of resources) {
      await eventually(`${resource} can be ordered`, async () => {
        const { response } = await this.alice().GET(
          '/app-clusters/{cluster}/namespaces',
          { params: { path: { cluster }, query: { resource } } },
        );
        const { clusters = [] } = (await this.service(resource)) ?? {};
        return (
          response.ok &&
          clusters.some(({ id, bound }) => id === cluster && bound)
        );
      });
    }
  }

  /** Registers the real app cluster under an id, offers the APIs, binds and installs them. */
  async bound(cluster: string, resources: string[]): Promise<void> {
    // API servers delay the first objects of a new CRD, so the CRDs are installed while the APIs are bound.
    await Promise.all([
      this.install(resources),
      this.#bindAll(cluster, resources),
    ]);
    await this.waitUntilOrderable(cluster, resources);
  }

  async #bindAll(cluster: string, resources: string[]): Promise<void> {
    await Promise.all([this.offered(resources), this.registered(cluster)]);
    await Promise.all(
      resources.map(async resource =>
        requireCreated(
          `Binding ${resource}`,
          await this.bind(cluster, resource),
        ),
      ),
    );
  }

  /** Deletes the bindings on the app cluster, and its registrations; the control plane keeps the exports. */
  async unregisterAll(): Promise<void> {
    await deleteBindings(this.clusters.appCluster.admin);
    const { admin } = this.clusters.controlPlane;
    const list = async () => {
      const { data } = await this.oscar().GET('/platform/app-clusters');
      return data?.items ?? [];
    };
    for (const { id } of await list()) {
      const name = `app-cluster-${id}`;
      await admin.delete(core.secrets, { namespace: 'klutch-portal', name });
    }
    await eventually(
      'no app cluster is listed',
      async () => (await list()).length === 0,
    );
  }

  /** Orders an instance as a developer; `more` replaces fields of the request. */
  order(
    cluster: string,
    name: string,
    more: Partial<Schemas['ClaimRequest']> = {},
    dryRun = false,
  ) {
    return this.alice().POST('/claims', {
      params: { query: { dryRun } },
      body: {
        cluster,
        namespace,
        resource: instances,
        name,
        spec: instanceSpec,
        ...more,
      },
    });
  }

  /** As `order`; waits until the claim is listed. */
  async ordered(
    cluster: string,
    name: string,
    more?: Partial<Schemas['ClaimRequest']>,
  ): Promise<void> {
    requireCreated(`Ordering ${name}`, await this.order(cluster, name, more));
    await eventually(`the row of ${name} is listed`, async () =>
      (await this.rowsOf('alice')).some(row => row.name === name),
    );
  }

  /**
   * As `ordered`, for a service binding of an instance.
   *
   * @param owner - default: the owner of the instance, if alice belongs to it, else alice
   */
  orderedBinding(
    cluster: string,
    name: string,
    instanceRef: string,
    owner?: string,
  ) {
    return this.ordered(cluster, name, {
      owner,
      resource: bindings,
      spec: { instanceRef, serviceInstanceType: 'postgresql' },
    });
  }

  async rowsOf(user: TestUser) {
    const { data } = await this.portal.as(user).GET('/claims', {});
    return data?.items ?? [];
  }

  /** A claim, as a developer sees it. */
  claim(cluster: string, resource: string, name: string) {
    return this.alice().GET('/claims/{cluster}/{namespace}/{resource}/{name}', {
      params: { path: { cluster, namespace, resource, name } },
    });
  }

  async stop(): Promise<void> {
    await this.portal.stop();
    await this.clusters.stop();
  }
}
