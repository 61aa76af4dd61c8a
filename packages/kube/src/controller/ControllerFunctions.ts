// Calls the functions of a controller that give keys and groups.
import type { KubeMetrics } from '../KubeMetrics';
import { keyOf } from '../keys';
import { Logger } from '../Logger';
import { requireSynchronous } from '../requireSynchronous';
import { KubeObject } from '../types';
import { ControllerWatch } from './Controller';

/** What happens instead when a function failed. */
const consequences = {
  key: 'the object is skipped until its next change or resync',
  group: 'the key is treated as one without a group',
  resyncKeys: 'this resync is skipped',
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** @throws TypeError when the function returned something else */
function checkAnswer<T>(answer: T, isGood: boolean, expected: string): T {
  if (isGood) return answer;
  throw new TypeError(
    `the function returned ${typeof answer}. Return ${expected}.`,
  );
}

/** @throws TypeError when the function returned something else */
function checkKeys(keys: Iterable<string>): readonly string[] {
  // A list, because a generator may throw while it is read.
  const list = [...keys];
  return checkAnswer(list, list.every(isText), 'keys, which are strings');
}

interface FunctionsOptions {
  /** Name of the controller. */
  name: string;
  watches: readonly ControllerWatch<KubeObject>[];
  group?: (key: string) => string;
  resyncKeys?: () => Iterable<string>;
  logger: Logger;
  metrics?: KubeMetrics;
}

/**
 * The functions run in timers and between changes of other objects, where an error must not escape: one that throws,
 * or returns a promise or another invalid value, is logged and counted.
 */
export class ControllerFunctions {
  constructor(private readonly options: FunctionsOptions) {}

  /** The keys to reconcile for an object. */
  keysOf<T extends KubeObject>(
    { key }: ControllerWatch<T>,
    object: T,
    previous?: T,
  ): readonly string[] {
    if (!key) return [keyOf(object)];
    try {
      const keys = requireSynchronous(key(object, previous)) ?? [];
      return isText(keys) ? [keys] : checkKeys(keys);
    } catch (error) {
      this.#report('key', error, keyOf(object));
      return [];
    }
  }

  readonly groupOf = (key: string): string => {
    try {
      const group = requireSynchronous(this.options.group?.(key) ?? '');
      return checkAnswer(group, isText(group), 'a string');
    } catch (error) {
      this.#report('group', error, key);
      return '';
    }
  };

  /** The keys to resync; may contain a key several times. */
  readonly resyncKeys = (): readonly string[] => {
    const { resyncKeys, watches } = this.options;
    if (!resyncKeys) {
      return watches.flatMap(watch =>
        watch.cache.list().flatMap(object => this.keysOf(watch, object)),
      );
    }
    try {
      return checkKeys(requireSynchronous(resyncKeys()));
    } catch (error) {
      this.#report('resyncKeys', error);
      return [];
    }
  };

  #report(name: keyof typeof consequences, error: unknown, key?: string): void {
    const { name: controller, logger, metrics } = this.options;
    metrics?.functionFailed(controller, name);
    logger.error(
      { err: error, function: name, key },
      `a function of the controller failed; ${consequences[name]}`,
    );
  }
}
