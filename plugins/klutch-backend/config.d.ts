import type { HumanDuration } from '@backstage/types';

export interface Config {
  /** Configuration of the data services portal. */
  klutch: {
    /** The control plane cluster that offers data service APIs. */
    controlPlane: {
      /**
       * File with a kubeconfig for the portal's own user on the control plane cluster. The file, and the certificate and
       * token files that it names, may be replaced at any time; an unusable file changes nothing. It may run a program
       * to sign in (`users[].user.exec`: aws, gke-gcloud-auth-plugin, kubelogin), which must be installed where this
       * backend runs. Default: the service account of the pod.
       */
      kubeconfig?: string;
      /**
       * Whether the portal signs in with the service account of its pod. Requires `binding.externalServer`, because app
       * clusters cannot reach the address that pods use. Default: true without `kubeconfig`.
       */
      inCluster?: boolean;
      /**
       * Namespace on the control plane for the kubeconfigs of app clusters; only the portal may read it.
       * Default: `klutch-portal`.
       */
      portalNamespace?: string;
      /**
       * Hosts of OCI registries that the portal may ask, without credentials, which versions of installed Crossplane
       * packages exist, as in package references: `xpkg.crossplane.io`. Registries that issue anonymous tokens at
       * another host need that host in the list, too: `docker.io` needs `auth.docker.io`. Default: none, so that the
       * portal sends nothing to registries.
       */
      packageRegistries?: string[];
    };
    /** App clusters that operators register. */
    appClusters?: {
      /**
       * Accept kubeconfigs whose server is on this machine. Only for a sandbox: elsewhere this setting gives
       * operators access to services that listen beside the portal. Default: false.
       */
      allowLoopback?: boolean;
    };
    /** How app clusters are bound to the control plane cluster. */
    binding?: {
      /** Display name of this provider, shown on app clusters. Default: `Klutch`. */
      prettyName?: string;
      /**
       * URL of the control plane's API server as reached from app clusters. Default: the server of the kubeconfig;
       * required in a pod without one.
       */
      externalServer?: string;
      /**
       * File with the PEM of the CA that signed the certificate of `externalServer`. Default: the CA of the
       * kubeconfig.
       */
      externalCaFile?: string;
      /**
       * Server name that the certificate of `externalServer` must contain, when the name differs from the URL's host.
       */
      tlsServerName?: string;
      /** Prefix of the names of cluster namespaces. Default: `cluster`. */
      namespacePrefix?: string;
      /**
       * Who may bind an API whose export template has no policy: `everyone` who can sign in, `nobody`, or groups.
       * When identity providers are configured, too, portal groups take the prefix `<issuer>#`
       * (`klutch-portal#group:default/data`).
       * Default: `everyone`.
       */
      defaultAudience?: 'everyone' | 'nobody' | string[];
      /** Lifetime of the konnectors' tokens, ten minutes to a week. Default: a day. */
      tokenLifetime?: HumanDuration | string;
      /**
       * How many service namespaces one app cluster may request; 0: unlimited. An operator may set another limit in
       * the ResourceQuota `service-namespaces` of the cluster namespace. Default: 500.
       */
      serviceNamespaceLimit?: number;
      /**
       * Image of the konnector that the join command installs on app clusters.
       * Default: none; administrators of the app cluster run a konnector themselves.
       */
      konnectorImage?: string;
      /**
       * Serves AppClusterBindings: app clusters that cannot run a konnector. Needs the RBAC objects that
       * `klutch-binding-backend roles --app-cluster-bindings` prints for the control plane.
       * Default: AppClusterBindings are ignored.
       */
      appClusterBindings?: {
        /** Image of the konnectors that run on the control plane. Default: no konnector runs there. */
        konnectorImage?: string;
        /** Which settings of its konnector an AppClusterBinding may override. Default: both. */
        allowedOverrides?: ('resources' | 'imagePullPolicy')[];
      };
      /**
       * Binding from a terminal and by machines, with sign-in at an identity provider.
       * Default: APIs can be bound in the portal only.
       */
      handshake?: {
        /**
         * URL of the handshake as reached by browsers: https, or http on loopback. Default: `/api/klutch/binding` of
         * the backend.
         * Register `<this URL>/callback` with the identity provider; with several providers, `<this
         * URL>/callback/<id>` with each.
         */
        externalUrl?: string;
        /**
         * Whether the reference's clients receive their kubeconfig in the redirect to their own machine, with a token
         * of at most an hour. Default: true.
         */
        allowReferenceRedirect?: boolean;
        /**
         * Limit for one client address, and for one signed-in user, in each replica. Behind a proxy the address is
         * known only with `backend.trustProxy`. Default: 120.
         */
        requestsPerMinute?: number;
        identityProviders: {
          /** Lower-case letters, digits and dashes. */
          id: string;
          /** Display name. Default: the id. */
          title?: string;
          /** Issuer URL exactly as in the discovery document: https, or http on loopback. */
          issuer: string;
          clientId: string;
          /** @visibility secret */
          clientSecret?: string;
          /** Default: openid, profile, email. */
          scopes?: string[];
          /** Claim with the groups; dots separate nested keys. Default: `groups`. */
          groupsClaim?: string;
          /** Tenants of this provider are identified as in the reference, without the issuer. At most one provider. */
          legacyIdentity?: boolean;
          /** Also requests the userinfo endpoint. */
          userInfo?: boolean;
          /** Accepted audiences of machines' access tokens. */
          audiences?: string[];
          /** Accepted clients of machines' access tokens. */
          allowedClients?: string[];
          /** Parameters added to the authorization request, such as `prompt`. */
          extraRequestParams?: { [name: string]: string };
        }[];
      };
    };
    /** Notifications to the owners of instances, and to operators. */
    notifications?: {
      /**
       * Whether owners are notified of failed instances, failed or missing backups, and service bindings that do not
       * work, and operators of kubeconfigs of app clusters that expire within a week, and of requests. Needs
       * `@backstage/plugin-notifications-backend`. Default: false.
       */
      enabled?: boolean;
      /**
       * Entity refs of the groups or users who are notified of app clusters and requests, for example `group:default/platform`.
       * Default: `klutch.permission.roles.operators`; nobody without either.
       */
      operators?: string[];
    };
    /** Mapping of Backstage users and groups to Kubernetes users and groups. */
    identity?: {
      /**
       * `impersonation`: each person is a Kubernetes user of their own, and the portal may impersonate the users that
       * its role lists. `groups`: everybody is `commonUser`, so that only groups decide about rights, and a new person
       * needs no change on any cluster. Default: `impersonation`. A module may set another strategy, see
       * `@klutch/backstage-plugin-klutch-node`.
       */
      strategy?: 'impersonation' | 'groups';
      /** Prefix of user names. Default: `klutch:`. */
      userPrefix?: string;
      /**
       * Name of the Kubernetes user of everybody; only with the strategy `groups`.
       * Default: `<userPrefix>portal-user`.
       */
      commonUser?: string;
      /** Prefix of group names. Default: `klutch:`. */
      groupPrefix?: string;
      /**
       * Entity refs of the groups that are passed to clusters, for example `group:default/developers`.
       * Default: all groups of the user. A group that the portal may not impersonate on a cluster is left out there.
       */
      groups?: string[];
    };
  };
}
