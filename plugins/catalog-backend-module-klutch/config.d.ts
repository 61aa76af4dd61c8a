import type { SchedulerServiceTaskScheduleDefinitionConfig } from '@backstage/backend-plugin-api';

export interface Config {
  catalog?: {
    providers?: {
      klutch?: {
        /**
         * How often all services and instances are brought into the catalog.
         * Default: every 30 seconds, with a timeout of 2 minutes.
         */
        schedule?: SchedulerServiceTaskScheduleDefinitionConfig;
        /**
         * Entity ref of the owner of services, and of instances whose owner is not known.
         * Default: `group:default/operators`.
         */
        defaultOwner?: string;
      };
    };
  };
}
