import type { HumanDuration } from '@backstage/types';

export interface Config {
  /** The data services portal. */
  klutch: {
    /** The control plane cluster that offers data service APIs. */
    controlPlane: {
      /** File with a kubeconfig for the portal's own user there. */
      kubeconfig: string;
      /**
       * Namespace for what only the portal may read: the kubeconfigs of app clusters.
       * Default: `klutch-portal`.
       */
      portalNamespace?: string;
    };
    /** App clusters that operators register. */
    appClusters?: {
      /**
       * Accept kubeconfigs whose server is on this machine. For a sandbox only: elsewhere it lets operators reach
       * what listens beside the portal. Default: false.
       */
      allowLoopback?: boolean;
    };
    /** How app clusters are bound to the control plane cluster. */
    binding?: {
      /** Name of this provider for people, shown on app clusters. Default: `Klutch`. */
      prettyName?: string;
      /** URL of the control plane's API server as app clusters reach it. Default: the one of the kubeconfig. */
      externalServer?: string;
      /** File with the PEM that signs that server's certificate. Default: the one of the kubeconfig. */
      externalCaFile?: string;
      /** Name to check that server's certificate against, when it differs from the URL's host. */
      tlsServerName?: string;
      /** Begins the names of cluster namespaces. Default: `cluster`. */
      namespacePrefix?: string;
      /** Life of the konnectors' tokens, ten minutes to a week. Default: a day. */
      tokenLifetime?: HumanDuration | string;
    };
    /** Who people are to the clusters. */
    identity?: {
      /** Before the names of users. Default: `klutch:`. */
      userPrefix?: string;
      /** Before the names of groups. Default: `klutch:`. */
      groupPrefix?: string;
      /**
       * Entity refs of the groups that clusters learn of, for example `group:default/developers`.
       * Default: all groups of the person.
       */
      groups?: string[];
    };
  };
}
