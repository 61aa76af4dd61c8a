// The functions a controller was given besides its reconcile, made safe: they run in timers and among news of others.
import { requireSynchronous } from '../requireSynchronous';
import { KubeMetrics } from '../metrics';
import { keyOf } from '../keys';
import { KubeObject } from '../types';
import { Logger } from '../Logger';
import { ControllerWatch, Priority } from './Controller';
import { priorities, priorityOf } from './priority';

/** What happens in place of what a function that failed would have said. */
const fallbackMessages = {
  key: 'the object is passed by until it changes or is looked at again',
  priority: 'the change has the default priority',
  group: 'the key counts as one without a group',
  resyncKeys: 'no key is looked at again this time',
};

interface SafeCallOptions<R> {
  function: keyof typeof fallbackMessages;
  /** Of the object, or of the queue; absent when it is about all of them. */
  key?: string;
  invoke: () => unknown;
  /** Takes an answer for what it is; throws when it is nothing of use. */
  parse: (answer: unknown) => R;
  /** The answer when one of these throws. */
  fallback: () => R;
}

/** Gives an answer in any case. */
export type SafeCall = <R>(attempt: SafeCallOptions<R>) => R;

/** Logs and counts what throws, or answers with something of no use. */
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
  // A copy: a list may fail where nobody expects it.
  const keys: unknown[] = Array.isArray(answer) ? [...answer] : [answer];
  return keys.map(key => {
    if (typeof key === 'string') return key;
    throw new TypeError(
      `a key must be a text, not ${typeof key}. Answer with a key, a list of keys or undefined.`,
    );
  });
}

function parseKeyList(answer: unknown): readonly string[] {
  const isMany =
    typeof answer === 'object' && answer !== null && Symbol.iterator in answer;
  if (isMany) return parseKeys([...(answer as Iterable<unknown>)]);
  throw new TypeError('these are no keys. Answer with a list of keys.');
}

function parsePriority(answer: unknown): Priority {
  const known = priorities.find(priority => priority === answer);
  if (known) return known;
  throw new TypeError(
    `there is no such priority. Answer with one of ${priorities.join(', ')}.`,
  );
}

function parseGroup(answer: unknown): string {
  if (typeof answer === 'string') return answer;
  throw new TypeError(
    `a group must be a text, not ${typeof answer}. Answer with the same one for a key each time.`,
  );
}

/** The same watch, whose functions never throw. */
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

/** The same groups; a key whose group cannot be told is in the one of keys without a group. */
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

/** The same keys to look at again; none when they cannot be told. */
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
