/** Names of claims that a template does not name; a resumed task keeps them. */
import {
  stringifyClaimRef,
  timestampedName,
  type ClaimRef,
} from '@klutch/backstage-plugin-klutch-common';
import type { TaskContext } from './TaskContext';

/**
 * The name of the input, otherwise one of the instance and the time.
 *
 * @param start - what the name begins with
 */
export const nameInTask = async (
  ctx: TaskContext,
  options: {
    input: string | undefined;
    type: 'backup' | 'restore';
    instance: ClaimRef;
    start: string;
  },
): Promise<string> => {
  const { input, type, instance, start } = options;
  return (
    input ??
    ctx.checkpoint({
      key: `klutch.${type}.name.${stringifyClaimRef(instance)}`,
      fn: async () => timestampedName(start, new Date()),
    })
  );
};
