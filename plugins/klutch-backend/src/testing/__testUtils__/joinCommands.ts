/** App clusters that are added with join commands, and the actions of their operators and konnectors. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { bindResources, names } from '@klutch/bind-api';
import { createClient, loadKubeConfig, type KubeClient } from '@klutch/kube';
import { waitFor } from '@klutch/local-clusters';
import { startClusters, type TestClusters } from './clusters';
import { startPortal, type TestPortal, type TestUser } from './portal';

/** Offered APIs. */
export const instances = 'postgresqlinstances.anynines.com';
export const bindings = 'servicebindings.anynines.com';
export const backups = 'backups.anynines.com';

/** Waits for the live index, which its watches update with a delay. */
export const waitForCondition = (
  what: string,
  condition: () => Promise<boolean>,
): Promise<void> => waitFor(condition, { what, timeoutMs: 20_000 });

export const apisOf = (resources: string[]) =>
  resources.map(resource => ({ resource }));

/** Redeems the join token as the command does. */
export function join(command = ''): Promise<Response> {
  const [, code = '', url = ''] =
    /--data-urlencode code=(\S+) (\S+)/.exec(command) ?? [];
  return fetch(url, {
    method: 'POST',
    headers: { accept: 'application/yaml' },
    body: new URLSearchParams({ code }),
  });
}

/** A client with the konnector's token in a manifest. */
export function konnectorOf(manifest: string): KubeClient {
  const [, encoded = ''] = /kubeconfig: (\S{100,})/.exec(manifest) ?? [];
  return createClient(
    loadKubeConfig(Buffer.from(encoded, 'base64').toString()),
  );
}

/** Actions of an operator and a konnector on one app cluster. */
export class JoiningAppCluster {
  readonly #key: { params: { path: { cluster: string } } };

  constructor(
    private readonly fixture: JoinCommandFixture,
    readonly id: string,
  ) {
    this.#key = { params: { path: { cluster: id } } };
  }

  async createJoinToken(...resources: string[]) {
    return this.fixture.record(
      await this.fixture.oscar().POST('/platform/app-cluster-invitations', {
        body: {
          id: this.id,
          title: 'Shop production',
          apis: apisOf(resources),
        },
      }),
    );
  }

  async replaceJoinToken(...resources: string[]) {
    return this.fixture.record(
      await this.fixture
        .oscar()
        .POST('/platform/app-cluster-invitations/{cluster}', {
          ...this.#key,
          body: { apis: apisOf(resources) },
        }),
    );
  }

  get() {
    return this.fixture
      .oscar()
      .GET('/platform/app-cluster-invitations/{cluster}', this.#key);
  }

  waitForState(state: Schemas['AppClusterInvitationState']) {
    return waitForCondition(
      `the join token is ${state}`,
      async () => (await this.get()).data?.state === state,
    );
  }

  cancel(who: TestUser = 'oscar') {
    return this.fixture.portal
      .as(who)
      .DELETE('/platform/app-cluster-invitations/{cluster}', {
        ...this.#key,
        parseAs: 'text',
      });
  }

  setKubeconfig(
    kubeconfig = this.fixture.clusters.appClusterKubeconfig,
    who: TestUser = 'oscar',
  ) {
    return this.fixture.portal
      .as(who)
      .PUT('/platform/app-clusters/{cluster}/kubeconfig', {
        ...this.#key,
        body: { kubeconfig },
      });
  }

  bind(resource: string) {
    return this.fixture
      .oscar()
      .POST('/platform/app-clusters/{cluster}/bindings', {
        ...this.#key,
        body: { resource },
      });
  }

  revokeTokens(who: TestUser = 'oscar') {
    return this.fixture.portal
      .as(who)
      .DELETE('/platform/app-clusters/{cluster}/tokens', {
        ...this.#key,
        parseAs: 'text',
      });
  }

  previewOffboarding(who: TestUser = 'oscar') {
    return this.fixture.portal
      .as(who)
      .GET('/platform/app-clusters/{cluster}/offboarding', this.#key);
  }

  offboard(confirm: string, who: TestUser = 'oscar') {
    return this.fixture.portal
      .as(who)
      .POST('/platform/app-clusters/{cluster}/offboarding', {
        ...this.#key,
        body: { confirm, liveObjects: 0, uncounted: [] },
        parseAs: 'text',
      });
  }

  async listed() {
    const { data } = await this.fixture.oscar().GET('/platform/app-clusters');
    return data?.items.find(item => item.id === this.id);
  }

  async clusterNamespace(): Promise<string> {
    return (await this.listed())?.clusterNamespace ?? '';
  }

  /** Writes the konnector's heartbeat for the given time. */
  async beat(at = new Date()): Promise<void> {
    await this.fixture.clusters.controlPlane.admin.mergePatch(
      bindResources.clusterBindings,
      { namespace: await this.clusterNamespace(), name: names.clusterBinding },
      {
        status: {
          lastHeartbeatTime: at.toISOString(),
          heartbeatInterval: '5m0s',
        },
      },
      { subresource: 'status' },
    );
  }

  /** Writes the konnector's report about an installed API. */
  async connect(name: string): Promise<void> {
    const lastTransitionTime = new Date().toISOString();
    const conditions = [
      { type: 'Connected', status: 'True', lastTransitionTime },
    ];
    await this.fixture.clusters.controlPlane.admin.mergePatch(
      bindResources.exports,
      { namespace: await this.clusterNamespace(), name },
      { status: { conditions } },
      { subresource: 'status' },
    );
  }

  /** The audit events about this app cluster whose ids match: `id outcome`. */
  audit(ids: RegExp): string[] {
    return this.fixture.portal.audit
      .filter(
        ({ eventId, meta }) =>
          ids.test(eventId) && JSON.stringify(meta).includes(this.id),
      )
      .map(({ eventId, outcome }) => `${eventId} ${outcome}`);
  }
}

/** A portal that offers three APIs, with two clusters; app cluster `apps-dev` has a kubeconfig. */
export class JoinCommandFixture {
  /** All join commands so far. */
  readonly commands: string[] = [];

  private constructor(
    readonly clusters: TestClusters,
    readonly portal: TestPortal,
  ) {}

  static async start(): Promise<JoinCommandFixture> {
    const clusters = await startClusters();
    const portal = await startPortal({
      controlPlane: { kubeconfig: clusters.controlPlaneKubeconfig },
      appClusters: { allowLoopback: true },
      binding: { konnectorImage: 'registry.test/konnector:1' },
    });
    const fixture = new JoinCommandFixture(clusters, portal);
    try {
      await fixture.#offer();
    } catch (error) {
      await fixture.stop();
      throw error;
    }
    return fixture;
  }

  async #offer(): Promise<void> {
    await waitForCondition('the control plane is watched', async () => {
      const { data } = await this.oscar().GET('/platform/apis');
      return data?.items.length === 5;
    });
    for (const resource of [instances, bindings, backups]) {
      await this.oscar().POST('/platform/export-templates', {
        body: { resource, claims: [] },
      });
    }
    await waitForCondition('the templates are watched', async () => {
      const { data } = await this.oscar().GET('/platform/export-templates');
      return data?.items.length === 3;
    });
    await this.oscar().POST('/platform/app-clusters', {
      body: {
        id: 'apps-dev',
        title: 'Development apps',
        kubeconfig: this.clusters.appClusterKubeconfig,
      },
    });
  }

  /** The operator. */
  oscar() {
    return this.portal.as('oscar');
  }

  appCluster(id: string): JoiningAppCluster {
    return new JoiningAppCluster(this, id);
  }

  /** An app cluster whose join command was run. */
  async joined(id: string): Promise<JoiningAppCluster> {
    const found = this.appCluster(id);
    const { data } = await found.createJoinToken(instances);
    const { ok, status } = await join(data?.command);
    if (!ok) throw new Error(`The join command of ${id} got ${status}.`);
    return found;
  }

  /** Records the join command of a response. */
  record<T extends { data?: { command: string } }>(answer: T): T {
    if (answer.data) this.commands.push(answer.data.command);
    return answer;
  }

  async stop(): Promise<void> {
    await this.portal.stop();
    await this.clusters.stop();
  }
}
