/** The CEL rules that a claim violates. */
import { rulesOf, toCel } from './cel';
import type { ClaimSchema } from './schema';

/** A violated rule. @public */
export interface RuleViolation {
  /** Path of the field, such as `spec.parameters.maxConnections`. */
  field: string;
  /** What the rule wants, in the words of its author. */
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
  const rules = rulesOf(schema);
  const [value, oldValue] =
    rules.length > 0 ? [toCel(self, schema), toCel(oldSelf, schema)] : [];
  for (const rule of rules) {
    // As on the API server, a rule about a change does not apply to a new value.
    if (rule.readsOldSelf && oldSelf === undefined) continue;
    if (rule.holds(value, oldValue)) continue;
    yield {
      field: `${field}${rule.fieldPath}`,
      message: rule.messageFor(value, oldValue),
    };
  }
  if (isObject(self)) {
    const old = isObject(oldSelf) ? oldSelf : {};
    for (const [key, part] of Object.entries(self)) {
      const node = schema.properties?.[key];
      if (!node || part === undefined) continue;
      const change = { self: part, oldSelf: old[key] };
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
 * The rules that a spec violates, for messages while a form is filled in. The server's dry run is authoritative: rules
 * that do not compile here are skipped, and defaults of the schema are not filled in.
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
