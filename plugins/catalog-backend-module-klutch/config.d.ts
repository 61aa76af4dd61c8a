import type { SchedulerServiceTaskScheduleDefinitionConfig } from '@backstage/backend-plugin-api';

export interface Config {
  catalog?: {
    providers?: {
      klutch?: {
        /**
         * Schedule of the full synchronization of services and instances into the catalog.
         * Default: every 30 seconds, with a timeout of 2 minutes.
         */
        schedule?: SchedulerServiceTaskScheduleDefinitionConfig;
        /**
         * Entity ref of the owner of services, and of instances without a known owner.
         * Default: `group:default/operators`.
         */
        defaultOwner?: string;
      };
    };
  };
}
