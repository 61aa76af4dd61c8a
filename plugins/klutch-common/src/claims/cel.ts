/** CEL rules of a CRD, evaluated where the answer is only a proposal: the API server remains the authority. */
import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import type { ClaimSchema, ValidationRule } from './schema';

/** A rule that compiled. */
export interface CompiledRule {
  ast: ASTNode;
  /** Compares with the value before a change, so it says nothing about a new object. */
  readsOldSelf: boolean;
  /** False only when the rule is sure to refuse; a rule that ends in an error here does not refuse. */
  holds(self: unknown, oldSelf?: unknown): boolean;
}

const environment = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
});

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value;

/** Every node of an expression, outermost first. */
export function* nodesOf(value: unknown): Generator<ASTNode> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesOf(item);
  } else if (isNode(value)) {
    yield value;
    yield* nodesOf(value.args);
  }
}

function compileRule({ rule }: ValidationRule): CompiledRule | undefined {
  try {
    const evaluate = environment.parse(rule);
    if (!evaluate.check().valid) return undefined;
    const nodes = [...nodesOf(evaluate.ast)];
    return {
      ast: evaluate.ast,
      readsOldSelf: nodes.some(
        node => node.op === 'id' && node.args === 'oldSelf',
      ),
      holds(self, oldSelf) {
        try {
          return evaluate({ self, oldSelf }) !== false;
        } catch {
          // Most often a field that the form has not asked for yet.
          return true;
        }
      },
    };
  } catch {
    // A function or macro that only API servers know: the server's own check has to do.
    return undefined;
  }
}

const compiled = new WeakMap<ClaimSchema, CompiledRule[]>();

/** The rules that stand at a schema, those that do not compile left out. */
export function rulesOf(schema: ClaimSchema): CompiledRule[] {
  const known = compiled.get(schema);
  if (known) return known;
  const rules = (schema['x-kubernetes-validations'] ?? [])
    .filter(rule => !rule.optionalOldSelf)
    .flatMap(rule => compileRule(rule) ?? []);
  compiled.set(schema, rules);
  return rules;
}

/**
 * A value as CEL sees it: JSON has one kind of number, CEL tells whole numbers from others by the schema.
 */
export function toCel(value: unknown, schema: ClaimSchema = {}): unknown {
  if (typeof value === 'number') {
    return Number.isInteger(value) && schema.type !== 'number'
      ? BigInt(value)
      : value;
  }
  if (Array.isArray(value)) {
    return value.map(item => toCel(item, schema.items));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [
        key,
        toCel(field, schema.properties?.[key]),
      ]),
    );
  }
  return value;
}
