// The functions a controller was given besides its reconcile, made safe: they run in timers and among news of others.
import { KubeMetrics } from '../metrics';
import { keyOf } from '../resources';
import { KubeObject, Logger } from '../types';
import { ControllerWatch } from './Controller';
import { priorityOf } from './priority';

/** What happens in place of what a function that threw would have said. */
const insteadOf = {
  key: 'the object is passed by until it changes or is looked at again',
  priority: 'the change has the default priority',
  group: 'the key counts as one without a group',
};

interface Attempt<R> {
  function: keyof typeof insteadOf;
  /** Of the object, or of the queue. */
  key: string;
  ask: () => R;
  /** The answer when that throws. */
  otherwise: () => R;
}

/** Gives an answer in any case. */
export type Guard = <R>(attempt: Attempt<R>) => R;

/** Logs and counts what throws. */
export function createGuard(
  controller: string,
  logger: Logger,
  metrics?: KubeMetrics,
): Guard {
  return ({ function: name, key, ask, otherwise }) => {
    try {
      return ask();
    } catch (error) {
      metrics?.functionFailed(controller, name);
      logger.error(
        { err: error, function: name, key },
        `a function of the controller failed; ${insteadOf[name]}`,
      );
      return otherwise();
    }
  };
}

/** The same watch, whose functions never throw. */
export function guardWatch<T extends KubeObject>(
  { cache, key, priority }: ControllerWatch<T>,
  guard: Guard,
): ControllerWatch<T> {
  return {
    cache,
    key:
      key &&
      ((object, previous) =>
        guard({
          function: 'key',
          key: keyOf(object),
          ask: () => key(object, previous),
          otherwise: () => undefined,
        })),
    priority:
      priority &&
      (change =>
        guard({
          function: 'priority',
          key: change.key,
          ask: () => priority(change),
          otherwise: () => priorityOf(change),
        })),
  };
}

/** The same groups; a key whose group cannot be told is in the one of keys without a group. */
export const guardGroup =
  (group: (key: string) => string, guard: Guard): ((key: string) => string) =>
  key =>
    guard({
      function: 'group',
      key,
      ask: () => group(key),
      otherwise: () => '',
    });
