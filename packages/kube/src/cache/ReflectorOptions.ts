// Options and callbacks of a reflector.
import { KubeClient } from '../client/KubeClient';
import { Selection } from '../client/requestOptions';
import { KubeObject, Resource } from '../types';
import { HealthRecord } from './HealthRecord';
import { Replacement } from './Store';
import { ReflectorTimings } from './timings';

/** Callbacks of the reflector, called in order. None may throw. */
export interface ReflectorListener<T extends KubeObject> {
  /** Collects the next list. */
  beginReplace(): Replacement<T>;
  /**
   * The whole resource at one point in time, and how it was read. The reflector does nothing else until this resolves.
   */
  onList(
    replacement: Replacement<T>,
    how: { mode: 'stream' | 'pages'; seconds: number },
  ): Promise<void>;
  onEvent(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T): void;
}

export interface ReflectorOptions<T extends KubeObject> {
  client: KubeClient;
  resource: Resource<T>;
  selection: Selection;
  timings: ReflectorTimings;
  /** Applied to each received object. */
  transform: (object: T) => T;
  listener: ReflectorListener<T>;
  health: HealthRecord;
}
