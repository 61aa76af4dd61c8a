/** Reads `search.collators.klutch.schedule`. */
import {
  readSchedulerServiceTaskScheduleDefinitionFromConfig,
  type RootConfigService,
  type SchedulerServiceTaskScheduleDefinition,
} from '@backstage/backend-plugin-api';

const key = 'search.collators.klutch.schedule';

/** @throws Error with the key of an invalid value */
export const readSchedule = (
  config: RootConfigService,
): SchedulerServiceTaskScheduleDefinition =>
  config.has(key)
    ? readSchedulerServiceTaskScheduleDefinitionFromConfig(
        config.getConfig(key),
      )
    : {
        frequency: { minutes: 10 },
        timeout: { minutes: 5 },
        // After a start, the portal has to list its clusters first.
        initialDelay: { seconds: 30 },
      };
