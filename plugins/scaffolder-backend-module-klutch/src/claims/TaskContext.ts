import type { ActionContext } from '@backstage/plugin-scaffolder-node';
import type { JsonObject } from '@backstage/types';

/** What the steps of an action need of its context, whatever its input. */
export type TaskContext = Pick<
  ActionContext<JsonObject>,
  'checkpoint' | 'getInitiatorCredentials' | 'isDryRun' | 'logger' | 'signal'
>;
