// Calls the functions of a controller that give keys and groups.
import type { KubeMetrics } from '../KubeMetrics';
import { keyOf } from '../keys';
import { Logger } from '../Logger';
import { KubeObject } from '../types';
import { ControllerWatch } from './Controller';

/** What happens instead when a function failed. */
const consequences = {
  key: 'the object is skipped until its next change',
  group: 'the key is treated as one without a group',
  'resync.keys': 'this resync is skipped',
};

interface FunctionsOptions {
  /** Name of the controller. */
  name: string;
  group?: (key: string) => string;
  resyncKeys?: () => Iterable<string>;
  logger: Logger;
  metrics?: KubeMetrics;
}

/**
 * The functions run in timers and between changes of other objects, where an error must not escape: one that throws is
 * logged and counted.
 */
export class ControllerFunctions {
  constructor(private readonly options: FunctionsOptions) {}

  /** The keys to reconcile for an object. */
  keysOf<T extends KubeObject>(
    { key }: ControllerWatch<T>,
    object: T,
    previous?: T,
  ): readonly string[] {
    const own = keyOf(object);
    if (!key) return [own];
    const keys = this.#call('key', () => key(object, previous), own) ?? [];
    return typeof keys === 'string' ? [keys] : keys;
  }

  readonly groupOf = (key: string): string =>
    this.#call('group', () => this.options.group?.(key), key) ?? '';

  /** The keys to resync; may contain a key several times. */
  readonly resyncKeys = (): readonly string[] =>
    // A list, because a generator may throw while it is read.
    this.#call('resync.keys', () => [...(this.options.resyncKeys?.() ?? [])]) ??
    [];

  #call<R>(
    name: keyof typeof consequences,
    run: () => R,
    key?: string,
  ): R | undefined {
    try {
      return run();
    } catch (error) {
      const { name: controller, logger, metrics } = this.options;
      metrics?.functionFailed(controller, name);
      logger.error(
        { err: error, function: name, key },
        `a function of the controller failed; ${consequences[name]}`,
      );
      return undefined;
    }
  }
}
