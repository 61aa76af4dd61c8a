import type { SchedulerServiceTaskScheduleDefinitionConfig } from '@backstage/backend-plugin-api';

export interface Config {
  search?: {
    collators?: {
      /** Services and instances of the Klutch portal in search. */
      klutch?: {
        /**
         * How often services and instances are indexed. Default: every 10 minutes, with a timeout of 5 minutes, for the
         * first time 30 seconds after the start.
         */
        schedule?: SchedulerServiceTaskScheduleDefinitionConfig;
      };
    };
  };
}
