/** The clusters that the portal watches: the control plane and the app clusters. */
import {
  ControlPlaneAccess,
  type ExternalEndpoint,
} from '@klutch/binding-backend';
import {
  kubeConfigPolicies,
  type KubeClient,
  type KubeConfigPolicy,
  type Logger,
} from '@klutch/kube';
import { withAllowedGroups } from './clusters/allowedGroups';
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
  /** Address of the control plane for app clusters; its getters return the current values. */
  readonly external: ExternalEndpoint;
  /** What the kubeconfigs of app clusters may contain. */
  readonly policy: KubeConfigPolicy;
  readonly feed: ChangeFeed;
  readonly appClusters: AppClusters;
  readonly controlPlane: ControlPlane;
  readonly inventory: Inventory;
  /** Rows of all claims. */
  readonly index: ClaimIndex;
  readonly #access: ControlPlaneAccess;

  /** @throws Error when the control plane's kubeconfig needs a feature that the client does not support */
  constructor(config: PortalConfig, deps: ChangeFeedOptions, logger: Logger) {
    const { portalNamespace: namespace } = config;
    const controlPlaneLogger = logger.child({ cluster: 'control plane' });
    this.#access = new ControlPlaneAccess({
      ...config.controlPlane,
      connection: { userAgent: 'klutch-portal' },
      logger: controlPlaneLogger,
    });
    this.client = withAllowedGroups(this.#access.client, controlPlaneLogger);
    this.leaderElectionClient = this.#access.leaseClient;
    this.external = this.#access.external;
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
        onRightsChanged: () => this.feed.onRightsChanged(),
        onClaimChanged: (cluster, change) =>
          this.index.onClaimChanged(cluster, change),
      },
    });
    this.controlPlane = new ControlPlane({
      client: this.client,
      logger: controlPlaneLogger,
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
    this.#access.followKubeConfig(signal);
    this.index.start(signal);
    this.controlPlane.start(signal);
    this.appClusters.start(signal);
  }

  closeClients(): Promise<void> {
    return this.#access.close();
  }
}
