/** The CEL rules that a claim violates. */
import { rulesOf, toCel } from './cel';
import type { ClaimSchema } from './schema';

/** A violated rule. @public */
export interface RuleViolation {
  /** Path of the field, such as `spec.parameters.maxConnections`. */
  field: string;
  message: string;
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a schema node, and the value before a change; undefined where there is none. */
interface Change {
  self: unknown;
  oldSelf: unknown;
}

export function* violationsAt(
  schema: ClaimSchema,
  { self, oldSelf }: Change,
  field: string,
): Generator<RuleViolation> {
  for (const rule of rulesOf(schema)) {
    // As on the API server, a rule about a change does not apply to a new value.
    if (rule.readsOldSelf && oldSelf === undefined) continue;
    if (rule.holds(toCel(self, schema), toCel(oldSelf, schema))) continue;
    yield { field: `${field}${rule.fieldPath}`, message: rule.message };
  }
  if (isObject(self)) {
    const old = isObject(oldSelf) ? oldSelf : {};
    for (const [key, value] of Object.entries(self)) {
      const node = schema.properties?.[key];
      if (!node || value === undefined) continue;
      const change = { self: value, oldSelf: old[key] };
      yield* violationsAt(node, change, `${field}.${key}`);
    }
  }
  if (Array.isArray(self) && schema.items) {
    for (const [index, item] of self.entries()) {
      // Rules about a change of an item depend on the list's type; only the API server knows it.
      const change = { self: item, oldSelf: undefined };
      yield* violationsAt(schema.items, change, `${field}[${index}]`);
    }
  }
}

/**
 * The rules that a spec violates, as the API server would report them. Rules that do not compile here are skipped: the
 * server's dry run is authoritative.
 *
 * @param schema - schema of the claim's `spec`, see `specSchemaOf`
 * @param oldSpec - the spec before a change; absent for a new claim
 * @public
 */
export const ruleViolations = (
  schema: ClaimSchema,
  spec: Record<string, unknown>,
  oldSpec?: Record<string, unknown>,
): RuleViolation[] => [
  ...violationsAt(schema, { self: spec, oldSelf: oldSpec }, 'spec'),
];
