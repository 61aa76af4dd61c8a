// Wraps the callbacks of a controller, except reconcile: they run in timers and between changes of other objects,
// where an error must not escape.
import { requireSynchronous } from '../requireSynchronous';
import type { KubeMetrics } from '../KubeMetrics';
import { keyOf } from '../keys';
import { KubeObject } from '../types';
import { Logger } from '../Logger';
import { ControllerWatch, Priority } from './Controller';
import { priorities, priorityOf } from './priority';

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
  invoke: () => unknown;
  /** Validates a result; throws when the result is invalid. */
  parse: (answer: unknown) => R;
  /** The result when the function or `parse` throws. */
  fallback: () => R;
}

/** Returns a result in any case. */
export type SafeCall = <R>(attempt: SafeCallOptions<R>) => R;

/** Logs and counts calls that throw or return something invalid. */
export function createSafeCall(
  controller: string,
  logger: Logger,
  metrics?: KubeMetrics,
): SafeCall {
  return ({ function: name, key, invoke, parse, fallback }) => {
    try {
      return parse(requireSynchronous(invoke()));
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

function parseKeys(answer: unknown): readonly string[] {
  if (answer === undefined || answer === null) return [];
  // A copy, because reading a list of a caller may throw at any item.
  const keys: unknown[] = Array.isArray(answer) ? [...answer] : [answer];
  return keys.map(key => {
    if (typeof key === 'string') return key;
    throw new TypeError(
      `a key must be a string, not ${typeof key}. Return a key, a list of keys or undefined.`,
    );
  });
}

function parseKeyList(answer: unknown): readonly string[] {
  const isMany =
    typeof answer === 'object' && answer !== null && Symbol.iterator in answer;
  if (isMany) return parseKeys([...(answer as Iterable<unknown>)]);
  throw new TypeError(
    'the result is not a list of keys. Return a list of keys.',
  );
}

function parsePriority(answer: unknown): Priority {
  const known = priorities.find(priority => priority === answer);
  if (known) return known;
  throw new TypeError(
    `unknown priority. Return one of ${priorities.join(', ')}.`,
  );
}

function parseGroup(answer: unknown): string {
  if (typeof answer === 'string') return answer;
  throw new TypeError(
    `a group must be a string, not ${typeof answer}. Return the same one for a key each time.`,
  );
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
          parse: parseKeys,
          fallback: () => [],
        })),
    priority:
      priority &&
      (change =>
        call({
          function: 'priority',
          key: change.key,
          invoke: () => priority(change),
          parse: parsePriority,
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
      parse: parseGroup,
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
      invoke: resyncKeys,
      parse: parseKeyList,
      fallback: () => [],
    });
