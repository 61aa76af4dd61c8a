/** Evaluates CEL rules of a CRD for form proposals; the API server's validation remains authoritative. */
import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import type { ClaimSchema, ValidationRule } from './schema';

export interface CompiledRule {
  /** For users, about a value for which the rule does not hold. */
  messageFor(self: unknown, oldSelf?: unknown): string;
  /** Path from the rule's schema node to the field that the rule is about; empty for the node itself. */
  fieldPath: string;
  ast: ASTNode;
  /** The rule reads `oldSelf` and therefore does not apply to a new object. */
  readsOldSelf: boolean;
  /**
   * False only when the rule evaluates to false; an evaluation error counts as valid.
   *
   * @param oldSelf - the value before a change; rules that read it need it
   */
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

/** As on the API server: an expression that fails, or makes no text of one line, is left out. */
function messageBy({
  rule,
  message = `failed rule: ${rule}`,
  messageExpression,
}: ValidationRule): CompiledRule['messageFor'] {
  return (self, oldSelf) => {
    if (messageExpression === undefined) return message;
    try {
      const text: unknown = environment.evaluate(messageExpression, {
        self,
        oldSelf,
      });
      const line = typeof text === 'string' ? text.trim() : '';
      return line && !line.includes('\n') ? line : message;
    } catch {
      return message;
    }
  };
}

function compileRule(validation: ValidationRule): CompiledRule | undefined {
  const { rule, fieldPath = '' } = validation;
  try {
    const evaluate = environment.parse(rule);
    if (!evaluate.check().valid) return undefined;
    const nodes = [...nodesOf(evaluate.ast)];
    return {
      messageFor: messageBy(validation),
      fieldPath,
      ast: evaluate.ast,
      readsOldSelf: nodes.some(
        node => node.op === 'id' && node.args === 'oldSelf',
      ),
      holds(self, oldSelf) {
        try {
          return evaluate({ self, oldSelf }) !== false;
        } catch {
          // The usual cause is a field that the form has not asked for yet.
          return true;
        }
      },
    };
  } catch {
    // The rule uses a function or macro of the API server that this library lacks; only the API server validates it.
    return undefined;
  }
}

const compiled = new WeakMap<ClaimSchema, CompiledRule[]>();

/** The rules of a schema node, without rules that do not compile. */
export function rulesOf(schema: ClaimSchema): CompiledRule[] {
  const cached = compiled.get(schema);
  if (cached) return cached;
  const rules = (schema['x-kubernetes-validations'] ?? [])
    .filter(rule => !rule.optionalOldSelf)
    .flatMap(rule => compileRule(rule) ?? []);
  compiled.set(schema, rules);
  return rules;
}

/**
 * Converts a JSON value to a CEL value. JSON has one number type; the schema decides between CEL's int and double.
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
