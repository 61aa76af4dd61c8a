// Wraps the callbacks of a controller, except reconcile: they run in timers and between changes of other objects,
// where an error must not escape.
import type { KubeMetrics } from '../KubeMetrics';
import { keyOf } from '../keys';
import { KubeObject } from '../types';
import { Logger } from '../Logger';
import { ControllerWatch } from './Controller';
import { priorityOf } from './priority';

/** What happens instead when a function failed. */
const fallbackMessages = {
  key: 'the object is skipped until its next change or resync',
  priority: 'the change gets the default priority',
  group: 'the key is treated as one without a group',
  resyncKeys: 'this resync is skipped',
};

interface SafeCallOptions<R> {
  function: keyof typeof fallbackMessages;
  /** Key of the object or of the queue; absent when the call is about all keys. */
  key?: string;
  invoke: () => R;
  /** The result when the function throws. */
  fallback: () => R;
}

/** Returns a result in any case. */
export type SafeCall = <R>(attempt: SafeCallOptions<R>) => R;

/** Logs and counts calls that throw. */
export function createSafeCall(
  controller: string,
  logger: Logger,
  metrics?: KubeMetrics,
): SafeCall {
  return ({ function: name, key, invoke, fallback }) => {
    try {
      return invoke();
    } catch (error) {
      metrics?.functionFailed(controller, name);
      logger.error(
        { err: error, function: name, key },
        `a function of the controller failed; ${fallbackMessages[name]}`,
      );
      return fallback();
    }
  };
}

/** The watch with functions that never throw. */
export function safeWatch<T extends KubeObject>(
  { cache, key, priority }: ControllerWatch<T>,
  call: SafeCall,
): ControllerWatch<T> {
  return {
    cache,
    key:
      key &&
      ((object, previous) =>
        call({
          function: 'key',
          key: keyOf(object),
          invoke: () => key(object, previous),
          fallback: () => [],
        })),
    priority:
      priority &&
      (change =>
        call({
          function: 'priority',
          key: change.key,
          invoke: () => priority(change),
          fallback: () => priorityOf(change),
        })),
  };
}

/** The group function that never throws; a key whose group cannot be determined has no group. */
export const safeGroup =
  (group: (key: string) => string, call: SafeCall): ((key: string) => string) =>
  key =>
    call({
      function: 'group',
      key,
      invoke: () => group(key),
      fallback: () => '',
    });

/** The resync keys without throwing; none when they cannot be determined. */
export const safeResyncKeys =
  (
    resyncKeys: () => Iterable<string>,
    call: SafeCall,
  ): (() => Iterable<string>) =>
  () =>
    call({
      function: 'resyncKeys',
      // A list, because a generator may throw while it is read.
      invoke: () => [...resyncKeys()],
      fallback: () => [],
    });
