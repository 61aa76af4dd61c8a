/** Schemas of parameters that several data services have. */
import type { Parameter, Schema } from './DataService';

type Described = Schema & { description: string };

export const text = (description: string, more: Schema = {}): Described => ({
  type: 'string',
  description,
  ...more,
});

export const oneOf = (
  description: string,
  ...values: readonly string[]
): Described => ({ type: 'string', description, enum: values });

export const whole = (
  description: string,
  minimum?: number,
  maximum?: number,
): Described => ({
  type: 'integer',
  description,
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
});

export const flag = (description: string): Described => ({
  type: 'boolean',
  description,
});

export const list = (description: string, items: Schema): Described => ({
  type: 'array',
  description,
  items,
});

/** Parameters of the Java virtual machine of a search engine. */
export const javaParameters: Record<string, Parameter> = {
  javaHeapspace: {
    group: 'Java',
    brokerKey: 'java_heapspace',
    unit: 'MB',
    schema: whole('Size of the Java heap in MB.', 256),
  },
  javaMaxmetaspace: {
    group: 'Java',
    brokerKey: 'java_maxmetaspace',
    unit: 'MB',
    schema: whole('Most memory for metadata of Java classes in MB.', 256, 1024),
  },
  javaGarbageCollector: {
    group: 'Java',
    brokerKey: 'java_garbage_collector',
    schema: oneOf(
      'Garbage collector of Java.',
      'UseSerialGC',
      'UseParallelGC',
      'UseParallelOldGC',
      'UseG1GC',
    ),
  },
};
