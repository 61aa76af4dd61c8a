/** Which types may be in a service namespace, as is noted on its APIServiceNamespace. Pure. */
import type { KubeObject } from '@klutch/kube';
import { annotations } from './names';

/** More than any app cluster has; a longer list cannot be read, so that it keeps its service namespace. */
const maxTypes = 200;
const maxName = 253;

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const typeName = new RegExp(`^${label}(\\.${label})*$`);
const isTypeName = (name: string) =>
  name.length <= maxName && typeName.test(name);

/**
 * Stands among the types for those that nobody has noted: the service namespace is older than its notes. It is no
 * `<plural>.<group>`, and Kubernetes itself has no such type. A person takes it away.
 */
export const unrecordedTypesMarker = 'unknown-before';

/** The annotation that types are noted in: by the konnector what it synced, by the backend what it exported. */
export type TypesAnnotation =
  typeof annotations.syncedTypes | typeof annotations.exportedTypes;

/**
 * Names of types, `<plural>.<group>`, with {@link unrecordedTypesMarker} where there may be others: also when there is no
 * annotation at all, as where the reference's components, or older ones, wrote none. An empty one says that there was
 * none. Undefined: what is noted cannot be read.
 */
export function recordedTypes(
  { metadata }: Pick<KubeObject, 'metadata'>,
  annotation: TypesAnnotation,
): ReadonlySet<string> | undefined {
  const text = metadata.annotations?.[annotation];
  if (text === undefined) return new Set([unrecordedTypesMarker]);
  const names = text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
  return names.length <= maxTypes && names.every(isTypeName)
    ? new Set(names)
    : undefined;
}

/**
 * The annotation with more types; undefined when nothing is to be written: all are noted, or what is noted cannot be
 * read. Where there is none yet, {@link unrecordedTypesMarker} goes with it. One more than can be read is noted all the same:
 * what is not known keeps a service namespace.
 */
export function withRecordedTypes(
  object: Pick<KubeObject, 'metadata'>,
  annotation: TypesAnnotation,
  types: readonly string[],
): Record<string, string> | undefined {
  const recorded = recordedTypes(object, annotation);
  if (!recorded) return undefined;
  const exists = object.metadata.annotations?.[annotation] !== undefined;
  if (exists && types.every(type => recorded.has(type))) return undefined;
  return {
    [annotation]: [...new Set([...recorded, ...types])].sort().join(','),
  };
}
