/** The part of an API's schema that affects the sync. Pure. */
import type { APIServiceExportVersion } from '@klutch/bind-api';
import type { SchemaShape } from './model';

type JsonSchemaProps = APIServiceExportVersion['schema']['openAPIV3Schema'];

/** Fields of our condition; a schema that requires any other field of conditions does not allow ours. */
const fields = new Set([
  'type',
  'status',
  'reason',
  'message',
  'lastTransitionTime',
  'observedGeneration',
]);

/**
 * Undefined: the schema has no conditions, or does not allow ours. Patterns are left to the API server, which matches
 * those of Go in linear time: a condition that it rejects is left out afterwards.
 */
function conditionsOf(
  schema: JsonSchemaProps | undefined,
): SchemaShape['conditions'] {
  const list = schema?.properties?.status?.properties?.conditions;
  const item = list?.items;
  if (list?.type !== 'array') return undefined;
  const { type, status } = item?.properties ?? {};
  const isOpen =
    type?.type === 'string' &&
    // A schema with an enum of types allows no others.
    !type.enum &&
    ['True', 'False'].every(value => status?.enum?.includes(value) ?? true) &&
    (item?.required ?? []).every(field => fields.has(field));
  return isOpen
    ? { observedGeneration: 'observedGeneration' in (item?.properties ?? {}) }
    : undefined;
}

/** @param version - of the export, as installed on the app cluster. */
export const schemaShapeOf = (
  version: APIServiceExportVersion,
): SchemaShape => ({
  statusSubresource: version.subresources?.status !== undefined,
  conditions: conditionsOf(version.schema.openAPIV3Schema),
});
