/** The values of `service` and `plan` that a claim's schema and CEL rules allow. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { nodesOf, rulesOf } from './cel';
import { violationsAt } from './ruleViolations';
import type { ClaimSchema } from './schema';
import { isLowerVersion } from './versions';

/** Values that are already chosen and limit the other choices. @public */
export interface ChosenValues {
  /** Name of the composition; rules may depend on the composition. */
  composition?: string;
  /** Only plans of this service. */
  service?: string;
}

/** Values a form may offer, in the order in which the schema names them. @public */
export interface ClaimChoices {
  /** Services for which at least one plan exists. */
  service: string[];
  /** Plans of the chosen service; of any service when none is chosen. */
  plan: string[];
}

type Field = 'service' | 'plan';
type Spec = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === 'string';

function stringLiteralsOf(node: ASTNode): string[] {
  if (node.op === 'value') return isText(node.args) ? [node.args] : [];
  return node.op === 'list' ? node.args.flatMap(stringLiteralsOf) : [];
}

const isSelf = (node: ASTNode) => node.op === 'id' && node.args === 'self';

/** `self.<field>` in a rule of the spec, `self` in a rule of the field. */
const isField = (node: ASTNode, field?: Field): boolean =>
  field
    ? node.op === '.' && isSelf(node.args[0]) && node.args[1] === field
    : isSelf(node);

/** `self.compositionRef.name` in a rule of the spec. */
const isCompositionName = (node: ASTNode): boolean =>
  node.op === '.' &&
  node.args[1] === 'name' &&
  node.args[0].op === '.' &&
  isSelf(node.args[0].args[0]) &&
  node.args[0].args[1] === 'compositionRef';

/** String literals that a rule compares an operand with: `self.plan in ['a', 'b']`, `self.plan == 'a'`. */
function comparedStringLiterals(
  ast: ASTNode,
  isOperand: (node: ASTNode) => boolean,
): string[] {
  return [...nodesOf(ast)].flatMap(node => {
    if (node.op !== 'in' && node.op !== '==') return [];
    const [left, right] = node.args;
    if (isOperand(left)) return stringLiteralsOf(right);
    return isOperand(right) && node.op === '==' ? stringLiteralsOf(left) : [];
  });
}

function candidatesOf(schema: ClaimSchema, field: Field): string[] {
  const fieldSchema = schema.properties?.[field] ?? {};
  if (fieldSchema.enum) return fieldSchema.enum.filter(isText);
  return [
    ...new Set([
      ...rulesOf(schema).flatMap(rule =>
        comparedStringLiterals(rule.ast, node => isField(node, field)),
      ),
      ...rulesOf(fieldSchema).flatMap(rule =>
        comparedStringLiterals(rule.ast, node => isField(node)),
      ),
    ]),
  ];
}

/** @param oldSpec - the spec before a change; absent for a new object */
function isAllowed(schema: ClaimSchema, spec: Spec, oldSpec?: Spec): boolean {
  const change = { self: spec, oldSelf: oldSpec };
  return violationsAt(schema, change, 'spec').next().done === true;
}

/**
 * Candidates are the field's `enum` or, without one, the string literals that rules compare the field with. Returns the
 * candidates for which every rule holds. Rules that do not compile are skipped: the server's dry run is authoritative.
 *
 * @param schema - schema of the claim's `spec`, see `specSchemaOf`
 * @returns empty lists for fields that take any value
 * @public
 */
export function claimChoices(
  schema: ClaimSchema,
  chosen: ChosenValues = {},
): ClaimChoices {
  const base: Spec = chosen.composition
    ? { compositionRef: { name: chosen.composition } }
    : {};
  const allows = (spec: Spec) => isAllowed(schema, { ...base, ...spec });
  const services = candidatesOf(schema, 'service');
  const plans = candidatesOf(schema, 'plan');
  if (services.length === 0) {
    return { service: [], plan: plans.filter(plan => allows({ plan })) };
  }
  if (plans.length === 0) {
    return {
      service: services.filter(service => allows({ service })),
      plan: [],
    };
  }
  const selected = services.filter(
    service => !chosen.service || service === chosen.service,
  );
  return {
    service: services.filter(service =>
      plans.some(plan => allows({ service, plan })),
    ),
    plan: plans.filter(plan =>
      selected.some(service => allows({ service, plan })),
    ),
  };
}

/**
 * The plans that an existing claim can change to: those that every rule allows, also rules about the change itself
 * (`oldSelf`). The present plan is not among them.
 *
 * @param schema - schema of the claim's `spec`, see `specSchemaOf`
 * @param spec - the present spec
 * @public
 */
export function planChanges(
  schema: ClaimSchema,
  spec: Record<string, unknown>,
): string[] {
  return candidatesOf(schema, 'plan').filter(
    plan => plan !== spec.plan && isAllowed(schema, { ...spec, plan }, spec),
  );
}

/** Another version of a service. @public */
export interface VersionChange {
  /** Value of `spec.service`. */
  value: string;
  /** What the rules say against the change, in the words of their author; absent for a legal change. */
  problem?: string;
}

/**
 * The other versions that are not lower than the present one and that a new claim can have, with this spec or with another
 * plan, each with what the rules say against changing an existing claim to it.
 *
 * @param schema - schema of the claim's `spec`, see `specSchemaOf`
 * @param spec - the present spec
 * @public
 */
export function versionChanges(
  schema: ClaimSchema,
  spec: Record<string, unknown>,
): VersionChange[] {
  const { service: present } = spec;
  if (!isText(present)) return [];
  const plans = candidatesOf(schema, 'plan').map(plan => ({ plan }));
  return candidatesOf(schema, 'service')
    .filter(
      value =>
        value !== present &&
        !isLowerVersion(value, present) &&
        [{}, ...plans].some(plan =>
          isAllowed(schema, { ...spec, service: value, ...plan }),
        ),
    )
    .map(value => {
      const change = { self: { ...spec, service: value }, oldSelf: spec };
      const violation = violationsAt(schema, change, 'spec').next();
      return violation.done
        ? { value }
        : { value, problem: violation.value.message };
    });
}

/** Names that rules compare the composition with. */
const compositionsIn = (schema: ClaimSchema): string[] => [
  ...new Set(
    rulesOf(schema).flatMap(({ ast }) =>
      comparedStringLiterals(ast, isCompositionName),
    ),
  ),
];

/**
 * Names of the compositions that an order can choose with `compositionRef`: those that rules compare its name with, and
 * that every rule allows.
 *
 * @param schema - schema of the claim's `spec`, see `specSchemaOf`
 * @returns an empty list when no rule names a composition
 * @public
 */
export const compositionChoices = (schema: ClaimSchema): string[] =>
  compositionsIn(schema).filter(name =>
    isAllowed(schema, { compositionRef: { name } }),
  );

/** `a9s-postgresql` is provided by `a9s`. */
const automationOf = (composition: string) => composition.split('-', 1)[0];

/**
 * The composition for a service binding, backup or restore: the one of the automation that provides what it is about,
 * since no other one knows it.
 *
 * @param composition - of the instance, or of the backup that is restored
 * @param schema - schema of the new claim's `spec`, see `specSchemaOf`
 * @param preferred - taken if it is of that automation, too; otherwise the first one
 * @returns undefined when no rule names a composition of that automation
 * @public
 */
export const relatedComposition = (
  composition: string | undefined,
  schema: ClaimSchema,
  preferred?: string,
): string | undefined => {
  if (composition === undefined) return undefined;
  const names = compositionsIn(schema).filter(
    name => automationOf(name) === automationOf(composition),
  );
  return names.find(name => name === preferred) ?? names[0];
};
