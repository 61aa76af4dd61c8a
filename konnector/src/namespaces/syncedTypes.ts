/** Which types were ever synced into a service namespace, as its APIServiceNamespace notes it. Pure. */
import type { KubeObject } from '@klutch/kube';
import { annotations } from '../markers';

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
export const unknownBefore = 'unknown-before';

/**
 * Names of types, `<plural>.<group>`, with {@link unknownBefore} where others may have been synced: also when there is no
 * annotation at all, as another konnector, or an older one, asks for a service namespace without. An empty one says that
 * there was none. Undefined: what is noted cannot be read.
 */
export function syncedTypesOf({
  metadata,
}: KubeObject): ReadonlySet<string> | undefined {
  const text = metadata.annotations?.[annotations.syncedTypes];
  if (text === undefined) return new Set([unknownBefore]);
  const names = text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
  return names.length <= maxTypes && names.every(isTypeName)
    ? new Set(names)
    : undefined;
}

/**
 * The annotation with one type more; undefined when nothing is to be written: the type is noted, or what is noted cannot
 * be read. Where there is none yet, {@link unknownBefore} goes with it. One more than can be read is noted all the same: what is not known keeps a service namespace.
 */
export function withSyncedType(
  object: KubeObject,
  type: string,
): Record<string, string> | undefined {
  const known = syncedTypesOf(object);
  if (!known || known.has(type)) return undefined;
  return { [annotations.syncedTypes]: [...known, type].sort().join(',') };
}
