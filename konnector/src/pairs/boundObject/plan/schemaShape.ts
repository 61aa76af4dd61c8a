/** The part of an API's schema that affects the sync. Pure. */
import { createContext, Script } from 'node:vm';
import type { APIServiceExportVersion } from '@klutch/bind-api';
import { conditions } from '../../../markers';
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

const matching = new Script('new RegExp(pattern).test(value)');
const matchingContext = createContext({});

/** API servers match in linear time; Node.js may take exponential time and block the event loop. Milliseconds. */
const longestMatchMs = 200;

/** By pattern and value: a result that depends on the machine's load would restart syncers. */
const knownMatches = new Map<string, boolean>();
const mostKnownMatches = 1_000;

/** Patterns are written for Go; one that is invalid in JavaScript counts as no match. */
function tryToMatch(pattern: string, value: string): boolean {
  try {
    Object.assign(matchingContext, { pattern, value });
    const timeout = longestMatchMs;
    return matching.runInContext(matchingContext, { timeout }) === true;
  } catch {
    return false;
  }
}

function matches(pattern: string, value: string): boolean {
  const id = JSON.stringify([pattern, value]);
  const found = knownMatches.get(id) ?? tryToMatch(pattern, value);
  if (knownMatches.size >= mostKnownMatches) knownMatches.clear();
  knownMatches.set(id, found);
  return found;
}

const allows = (schema: JsonSchemaProps | undefined, value: string): boolean =>
  (!schema?.enum || schema.enum.includes(value)) &&
  (!schema?.pattern || matches(schema.pattern, value));

/** Undefined: the schema has no conditions, or does not allow ours. */
function conditionsOf(
  schema: JsonSchemaProps | undefined,
): SchemaShape['conditions'] {
  const list = schema?.properties?.status?.properties?.conditions;
  const item = list?.items;
  if (list?.type !== 'array') return undefined;
  const type = item?.properties?.type;
  const isOpen =
    type?.type === 'string' &&
    // A schema with an enum of types allows no others.
    !type.enum &&
    allows(type, conditions.objectSynced) &&
    ['True', 'False'].every(value => allows(item?.properties?.status, value)) &&
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
