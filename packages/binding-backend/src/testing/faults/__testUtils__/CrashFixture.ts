/**
 * A control plane cluster whose backend crashes at a chosen write, after which another backend becomes the leader; and an app
 * cluster.
 */
import {
  bindResources,
  getCondition,
  names,
  serviceNamespaceName,
} from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import { kubeconfigOf } from '../../../tokens/kubeconfig';
import { clusterNamespaceName } from '../../../identity/tenantIdentity';
import {
  enableAppClusterBindings,
  type TestAppCluster,
  appCluster,
} from '../../__testUtils__/appCluster';
import {
  clientOf,
  type RunningBackend,
  type TestControlPlane,
} from '../../__testUtils__/controlPlane';
import { allowOffboarding } from '../../__testUtils__/oneTenant';
import {
  startTwoClusters,
  type TwoClusters,
} from '../../__testUtils__/twoClusters';
import { secretsClaim } from '../../samples';
import { CrashPoint, type Crash, type Write } from '../CrashPoint';

/** The namespace of AppClusterBindings. */
export const bindingNamespace = 'platform';

/** Identity of the user who binds in a test case. */
export const identityOf = (name: string) => ({
  subject: name,
  clusterId: 'apps',
});

/** The cluster namespace of a case. */
export const namespaceOf = (name: string): string =>
  clusterNamespaceName('cluster', `${name}#apps`);

/** Namespace of app clusters for which test cases request a service namespace. */
export const team = 'team-a';

/** Name of the service namespace of {@link team}. */
export const serviceNamespaceIn = (clusterNamespace: string): string => {
  const named = serviceNamespaceName(clusterNamespace, team);
  if (!named.ok) throw new Error(named.error);
  return named.value;
};

export class CrashFixture {
  private point = new CrashPoint();

  private constructor(
    private readonly clusters: TwoClusters,
    private running: RunningBackend,
  ) {}

  static async start(): Promise<CrashFixture> {
    const clusters = await startTwoClusters('crashes');
    const { plane } = clusters;
    await enableAppClusterBindings(plane);
    await allowOffboarding(plane);
    await plane.offer([secretsClaim]);
    await plane.admin.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: bindingNamespace },
    });
    const idle = await plane.backend({ controllers: false });
    const fixture = new CrashFixture(clusters, idle);
    await fixture.restartBackend();
    return fixture;
  }

  async stop(): Promise<void> {
    await this.plane.stopBackends();
    await this.clusters.stop();
  }

  get plane(): TestControlPlane {
    return this.clusters.plane;
  }

  /** Administrator of the app cluster. */
  get apps(): KubeClient {
    return this.clusters.apps;
  }

  get admin(): KubeClient {
    return this.plane.admin;
  }

  /** The backend that may crash. */
  get backend(): RunningBackend {
    return this.running;
  }

  /** The backend's own connection to the control plane cluster. */
  get client(): KubeClient {
    return this.point.client(this.plane.portal);
  }

  /** The backend's connection to the app cluster for binding. */
  get appCluster(): KubeClient {
    return this.point.client(this.apps, 'app cluster');
  }

  /** Lets the backend crash at a counted write of this test case. */
  arm(crash: Crash, name: string, counts: (write: Write) => boolean): void {
    const own = [
      namespaceOf(name),
      this.appClusterBinding(name).namespace,
    ].flatMap(namespace => [namespace, serviceNamespaceIn(namespace)]);
    const isAbout = (write: Write) =>
      write.on !== undefined ||
      write.name === name ||
      own.some(
        one => write.namespace?.startsWith(one) || write.name?.includes(one),
      );
    this.point.arm(crash, write => isAbout(write) && counts(write));
  }

  /** The write at which the backend crashed; undefined before. */
  get crashedAt(): string | undefined {
    return this.point.crashedAt;
  }

  /** Waits for an operation that a crash may end, or leave pending. */
  async waitUnlessCrashed(something: Promise<unknown>): Promise<void> {
    const ended = something.catch((error: unknown) => {
      if (this.crashedAt === undefined) throw error;
    });
    await Promise.race([ended, this.point.crashed()]);
  }

  /**
   * Disarms the crash; after a crash another backend becomes the leader.
   * @returns the write at which the backend crashed
   */
  async restartIfCrashed(): Promise<string | undefined> {
    this.point.disarm();
    // The write may be visible before its response was received.
    if (this.point.isDue) await this.point.crashed();
    const { crashedAt } = this.point;
    if (crashedAt) await this.restartBackend();
    return crashedAt;
  }

  /** An AppClusterBinding of the case's name. */
  appClusterBinding(name: string): TestAppCluster {
    return appCluster(this.plane, bindingNamespace, name);
  }

  /** The kubeconfig in a cluster namespace. */
  async kubeconfig(namespace: string): Promise<string> {
    const key = { namespace, name: names.kubeconfigSecret };
    return kubeconfigOf(await this.admin.get(core.secrets, key)) ?? '';
  }

  /** Whether the API server accepts the token in a kubeconfig. */
  async accepts(kubeconfig: string, namespace: string): Promise<boolean> {
    const client = clientOf(kubeconfig);
    try {
      await client.list(bindResources.exports, { namespace });
      return true;
    } catch {
      return false;
    } finally {
      await client.close();
    }
  }

  /** Whether a ClusterBinding has these conditions. */
  async isTrue(namespace: string, ...types: string[]): Promise<boolean> {
    const key = { namespace, name: names.clusterBinding };
    const found = await this.admin.get(bindResources.clusterBindings, key);
    return types.every(
      type => getCondition(found?.status?.conditions, type)?.status === 'True',
    );
  }

  private async restartBackend(): Promise<void> {
    await this.running.stop();
    this.point = new CrashPoint();
    this.running = await this.plane.backend({
      client: this.client,
      bindDeadline: 20_000,
      appClusterBindings: {
        konnectorImage: 'registry.example/konnector:1',
        checkSeconds: 1,
      },
    });
  }
}
