/** App clusters that are added with join commands, and the actions of their operators and konnectors. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { bindResources, names } from '@klutch/bind-api';
import { createClient, loadKubeConfig, type KubeClient } from '@klutch/kube';
import { startClusters, type TestClusters } from './clusters';
import {
  startPortal,
  type AuditEntry,
  type TestPortal,
  type TestUser,
} from './portal';
import { eventually } from './eventually';

/** Offered APIs. */
export const instances = 'postgresqlinstances.anynines.com';
export const bindings = 'servicebindings.anynines.com';
export const backups = 'backups.anynines.com';

export const apisOf = (resources: string[]) =>
  resources.map(resource => ({ resource }));

/** The join token of a join command, and the URL that redeems it. */
function partsOf(command: string): { token: string; url: string } {
  const [, token, url] =
    /--data-urlencode code=(\S+) (\S+)/.exec(command) ?? [];
  if (token && url) return { token, url };
  throw new Error('No join token found in the join command.');
}

/** Redeems the join token as the command does. */
export function join(command = ''): Promise<Response> {
  const { token, url } = partsOf(command);
  return fetch(url, {
    method: 'POST',
    headers: { accept: 'application/yaml' },
    body: new URLSearchParams({ code: token }),
  });
}

/** The result of {@link JoinCommandFixture.redeem} for a join token that was used, cancelled or replaced. */
export const refused = { status: 404, audit: ['binding-pick-up fail'] };

/** Ids of the audit events about join tokens and tokens. */
export const aboutTokens = /join-token|pick-up|tokens/;

const created = ['app-cluster-create-join-token success'];

/** The audit events of operations on join commands. */
export const auditOf = {
  created,
  /** A join command that replaces an unused one. */
  replaced: created,
  cancelled: ['app-cluster-revoke-join-token success'],
  /** A join command that is created and run. */
  joined: [...created, 'binding-pick-up success'],
} as const;

/** A client with the konnector's token in a manifest. */
export function konnectorOf(manifest: string): KubeClient {
  const [, encoded = ''] = /kubeconfig: (\S{100,})/.exec(manifest) ?? [];
  return createClient(
    loadKubeConfig(Buffer.from(encoded, 'base64').toString()),
  );
}

const eventTexts = (events: AuditEntry[]) =>
  events.map(({ eventId, outcome }) => `${eventId} ${outcome}`);

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

  waitForState(state: Schemas['JoinTokenState']) {
    return eventually(
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

  /**
   * The audit events about this app cluster whose ids match: `id outcome`. The id of the app cluster must not be part
   * of the id of another app cluster of the same suite.
   */
  audit(ids: RegExp): string[] {
    return eventTexts(
      this.fixture.portal.audit.filter(
        ({ eventId, meta }) =>
          ids.test(eventId) && JSON.stringify(meta).includes(this.id),
      ),
    );
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
    await eventually('the control plane is watched', async () => {
      const { data } = await this.oscar().GET('/platform/apis');
      return data?.items.length === 5;
    });
    for (const resource of [instances, bindings, backups]) {
      await this.oscar().POST('/platform/export-templates', {
        body: { resource, claims: [] },
      });
    }
    await eventually('the templates are watched', async () => {
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
  async joined(
    id: string,
    resources = [instances],
  ): Promise<JoiningAppCluster> {
    const found = this.appCluster(id);
    const { data } = await found.createJoinToken(...resources);
    const { ok, status } = await join(data?.command);
    if (!ok) throw new Error(`The join command of ${id} got ${status}.`);
    return found;
  }

  /** An app cluster whose konnector reports. */
  async reporting(
    id: string,
    resources?: string[],
  ): Promise<JoiningAppCluster> {
    const found = await this.joined(id, resources);
    await found.beat();
    await found.waitForState('Arrived');
    return found;
  }

  /** An app cluster whose konnector reports and has installed the APIs. */
  async connected(
    id: string,
    resources = [instances],
  ): Promise<JoiningAppCluster> {
    const found = await this.reporting(id, resources);
    for (const resource of resources) await found.connect(resource);
    await found.waitForState('Ready');
    return found;
  }

  /**
   * Redeems the join token of a join command. Returns the status, and the audit events of all join tokens that were
   * redeemed meanwhile: the event of a refused join token does not name an app cluster. Not for concurrent tests.
   */
  async redeem(command?: string): Promise<{ status: number; audit: string[] }> {
    const { audit } = this.portal;
    const before = audit.length;
    const { status } = await join(command);
    const redeemed = audit
      .slice(before)
      .filter(({ eventId }) => eventId === 'binding-pick-up');
    return { status, audit: eventTexts(redeemed) };
  }

  /** All that the portal logged, audited and signalled, as JSON. */
  output(): string {
    const { audit, log, signals } = this.portal;
    return JSON.stringify([log, audit, signals]);
  }

  /** The join tokens, and the prefix of tokens, that the portal logged, audited or signalled. */
  disclosed(): string[] {
    const output = this.output();
    const joinTokens = this.commands.map(command => partsOf(command).token);
    return [...joinTokens, 'eyJ'].filter(secret => output.includes(secret));
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
