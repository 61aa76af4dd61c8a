/** The clusters that the portal watches: the control plane and the app clusters. */
import {
  createClient,
  kubeConfigPolicies,
  type KubeClient,
  type KubeConfigPolicy,
  type Logger,
} from '@klutch/kube';
import { AppClusters } from './clusters/AppClusters';
import { ControlPlane } from './clusters/ControlPlane';
import type { PortalConfig } from './config/readConfig';
import { ClaimIndex } from './inventory/ClaimIndex';
import { Inventory } from './inventory/Inventory';
import { ChangeFeed, type ChangeFeedOptions } from './signals/ChangeFeed';

/** Clients of the control plane, and watches whose changes are published as signals. */
export class PortalClusters {
  readonly client: KubeClient;
  readonly leaderElectionClient: KubeClient;
  /** What the kubeconfigs of app clusters may contain. */
  readonly policy: KubeConfigPolicy;
  readonly feed: ChangeFeed;
  readonly appClusters: AppClusters;
  readonly controlPlane: ControlPlane;
  readonly inventory: Inventory;
  /** Rows of all claims. */
  readonly index: ClaimIndex;

  /** @throws Error when the control plane's kubeconfig needs a feature that the client does not support */
  constructor(config: PortalConfig, deps: ChangeFeedOptions, logger: Logger) {
    const { portalNamespace: namespace } = config;
    this.client = createClient(config.controlPlane, {
      userAgent: 'klutch-portal',
      policy: kubeConfigPolicies.open,
    });
    this.leaderElectionClient = createClient(config.controlPlane, {
      userAgent: 'klutch-portal',
      policy: kubeConfigPolicies.open,
      rateLimiter: 'unlimited',
    });
    this.policy = {
      ...kubeConfigPolicies.strict,
      loopback: config.allowLoopback ? 'allow' : 'refuse',
    };
    this.feed = new ChangeFeed(deps);
    const onPlatformChanged = () => {
      this.index.onSharedFactsChanged();
      this.feed.onPlatformChanged();
    };
    const onClaimHealthChanged = () => this.index.onSharedFactsChanged();
    this.appClusters = new AppClusters({
      client: this.client,
      namespace,
      policy: this.policy,
      logger,
      listener: {
        onPlatformChanged,
        onClaimHealthChanged,
        onClaimChanged: (cluster, change) =>
          this.index.onClaimChanged(cluster, change),
      },
    });
    this.controlPlane = new ControlPlane({
      client: this.client,
      logger: logger.child({ cluster: 'control plane' }),
      requiredCaches: [{ cache: this.appClusters.secrets, namespace }],
      onPlatformChange: onPlatformChanged,
      onClaimHealthChange: onClaimHealthChanged,
      onProviderCopyChange: change => this.index.onProviderCopyChanged(change),
    });
    const { appClusters, controlPlane } = this;
    this.inventory = new Inventory({ appClusters, controlPlane });
    this.index = new ClaimIndex({
      appClusters,
      controlPlane,
      inventory: this.inventory,
      logger,
      onChange: () => this.feed.onClaimsChanged(),
    });
  }

  start(signal: AbortSignal): void {
    this.index.start(signal);
    this.controlPlane.start(signal);
    this.appClusters.start(signal);
  }

  async closeClients(): Promise<void> {
    await Promise.all([this.client.close(), this.leaderElectionClient.close()]);
  }
}
