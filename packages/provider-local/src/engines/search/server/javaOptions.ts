/** Options of the Java virtual machine of a server. Pure functions. */

/** What a user may choose; absent: the default. */
export interface JavaParameters {
  heapMb?: number;
  metaspaceMb?: number;
  collector?: string;
}

/** As in the schema of the claims, in MB. */
export const leastHeapMb = 256;

/** The heap of a plan, in MB: the other half of the memory is for Lucene's files, metadata of classes and threads. */
export const heapOf = (memoryMb: number) => memoryMb / 2;

/** Options of Java 17 by the values of the parameter. */
export const collectors: ReadonlyMap<string, string> = new Map([
  ['UseSerialGC', 'UseSerialGC'],
  ['UseParallelGC', 'UseParallelGC'],
  // Java 15 removed the option: with UseParallelGC the old generation is collected in parallel anyway.
  ['UseParallelOldGC', 'UseParallelGC'],
  ['UseG1GC', 'UseG1GC'],
]);

/** Arguments of `java`; `heapMb` is the plan's. */
export function javaOptions(
  { collector = 'UseSerialGC', metaspaceMb, ...chosen }: JavaParameters,
  { heapMb, tmpDir }: { heapMb: number; tmpDir: string },
): string[] {
  return [
    `-Xmx${chosen.heapMb ?? heapMb}m`,
    ...(metaspaceMb === undefined
      ? []
      : [`-XX:MaxMetaspaceSize=${metaspaceMb}m`]),
    `-XX:+${collectors.get(collector)}`,
    // The start takes half as long without the optimizing compiler.
    '-XX:TieredStopAtLevel=1',
    '-XX:+ExitOnOutOfMemoryError',
    '-XX:-UsePerfData',
    `-Djava.io.tmpdir=${tmpDir}`,
    '-Djava.awt.headless=true',
    '-Dfile.encoding=UTF-8',
    '-Dio.netty.allocator.numDirectArenas=0',
    '-Dlog4j2.disable.jmx=true',
  ];
}
