/** Types of objects that a service namespace may contain, recorded on its APIServiceNamespace. Pure. */
import type { KubeObject } from '@klutch/kube';
import { annotations } from './names';

/** More than any app cluster uses; a longer list counts as unreadable, so that the service namespace is kept. */
const maxTypes = 200;
const maxName = 253;

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const typeName = new RegExp(`^${label}(\\.${label})*$`);
const isTypeName = (name: string) =>
  name.length <= maxName && typeName.test(name);

/**
 * Marks that the list may be incomplete, because the service namespace is older than the annotation. The marker is not a
 * `<plural>.<group>`, and Kubernetes has no such type. Only an operator removes the marker.
 */
export const unrecordedTypesMarker = 'unknown-before';

/** The annotations with recorded types: those that the konnector synced, and those that the backend exported. */
export type TypesAnnotation =
  | typeof annotations.syncedTypes
  | typeof annotations.exportedTypes;

/**
 * Recorded types as `<plural>.<group>`, with {@link unrecordedTypesMarker} if there may be others. A missing annotation
 * gives the marker too, because upstream Klutch and older versions write none; an empty annotation means no types.
 * Undefined when the annotation cannot be parsed.
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
 * The annotation with further types; undefined when all are recorded already or the annotation cannot be parsed. A new
 * annotation includes {@link unrecordedTypesMarker}. A list above the readable maximum is written nevertheless: an
 * unreadable list keeps the service namespace.
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
