import type { SchedulerServiceTaskScheduleDefinitionConfig } from '@backstage/backend-plugin-api';

export interface Config {
  catalog?: {
    providers?: {
      /** Services, app clusters and instances of the Klutch portal as catalog entities. */
      klutch?: {
        /**
         * How often the provider asks the portal whether something has changed; change notifications of the portal
         * are followed at once. Default: every 30 seconds, with a timeout of 2 minutes. Without `scope` it is `local`:
         * each replica refreshes by itself.
         */
        schedule?: SchedulerServiceTaskScheduleDefinitionConfig;
        /**
         * Entity ref of the owner of services and app clusters, and of instances without a known owner.
         * Default: the first group of `klutch.permission.roles.operators`, or the first user, if there is no group;
         * without those `group:default/operators`.
         */
        defaultOwner?: string;
        /**
         * Entity ref of the system that services, their APIs and app clusters belong to, for example
         * `system:default/data-services`; this module does not make the system. Default: none.
         */
        system?: string;
        /**
         * Namespaces of app clusters whose instances become entities: names, or `*` for all. A name means the
         * namespace of that name on each app cluster. Who may see an entity is decided by the permission policy: that of
         * `permission-backend-module-klutch` shows instances to their owners, auditors and operators, so that `*` is
         * safe; Backstage's allow-all policy shows them to everybody. Default: none.
         */
        namespaces?: string | string[];
        /**
         * Namespaces, among those, whose instances everybody may see who reads the catalog: names, or `*` for all. The
         * entities have the annotation `klutch.anynines.com/visibility: public`, for the policy. Default: none.
         */
        publicNamespaces?: string | string[];
        /**
         * Share of an app cluster's entities, from 0 to 1. If more than this share, and more than 20 entities, are
         * missing in the portal, they are removed only after they have been missing for five minutes. 1 removes them
         * at once, and so does the first refresh after a start, which knows of no earlier entities. Default: 0.5.
         */
        removalThreshold?: number;
        /**
         * Whether each offered service has a Template for the scaffolder. Needs
         * `@backstage/plugin-catalog-backend-module-scaffolder-entity-model`. Default: true.
         */
        templates?: boolean;
      };
    };
  };
}
