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
      /**
       * Who may bind an API whose export template names nobody: `everyone` who can sign in, `nobody`, or groups, with
       * `<issuer>#` before them where people sign in elsewhere, too (`klutch-portal#group:default/data`).
       * Default: `everyone`.
       */
      defaultAudience?: 'everyone' | 'nobody' | string[];
      /** Life of the konnectors' tokens, ten minutes to a week. Default: a day. */
      tokenLifetime?: HumanDuration | string;
      /**
       * How many namespaces on the control plane one app cluster may ask for; 0: any number. An operator may set another
       * limit in the ResourceQuota `service-namespaces` of an app cluster's namespace. Default: 500.
       */
      serviceNamespaceLimit?: number;
      /**
       * Image of the konnector that app clusters are given by the command that connects them.
       * Default: none; somebody else runs a konnector there.
       */
      konnectorImage?: string;
      /**
       * Serves AppClusterBindings: app clusters that cannot run a konnector. Needs what
       * `klutch-binding-backend roles --app-cluster-bindings` prints on the control plane.
       * Default: they are left alone.
       */
      appClusterBindings?: {
        /** Image of the konnectors that run on the control plane. Default: none is run there. */
        konnectorImage?: string;
        /** What an AppClusterBinding may change about its konnector. Default: both. */
        allowedOverrides?: ('resources' | 'imagePullPolicy')[];
      };
      /**
       * For people who bind from a terminal, and for machines: sign-in at an identity provider.
       * Default: APIs are bound in the portal only.
       */
      handshake?: {
        /**
         * Where browsers reach it: https, or http on loopback. Default: `/api/klutch/binding` of the backend.
         * Register `<this URL>/callback` with the identity provider; with several, `<this URL>/callback/<id>` with each.
         */
        externalUrl?: string;
        /**
         * Whether clients of the reference get their kubeconfig in the redirect to their own machine, with a token of
         * an hour at most. Default: true.
         */
        allowReferenceRedirect?: boolean;
        /** From one address, or of one person who is signed in there. Default: 120. */
        requestsPerMinute?: number;
        identityProviders: {
          /** Lower-case letters, digits and dashes. */
          id: string;
          /** For people. Default: the id. */
          title?: string;
          /** As its discovery document has it: https, or http on loopback. */
          issuer: string;
          clientId: string;
          /** @visibility secret */
          clientSecret?: string;
          /** Default: openid, profile, email. */
          scopes?: string[];
          /** Claim with the groups; dots lead into objects. Default: `groups`. */
          groupsClaim?: string;
          /** Its tenants are known by the reference's identity, without the issuer. At most one provider. */
          legacyIdentity?: boolean;
          /** Asks the userinfo endpoint, too. */
          userInfo?: boolean;
          /** Audiences of the access tokens that machines may bind with. */
          audiences?: string[];
          /** Clients whose access tokens machines may bind with. */
          allowedClients?: string[];
          /** Added to the authorization request, such as `prompt`. */
          extraRequestParams?: { [name: string]: string };
        }[];
      };
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
