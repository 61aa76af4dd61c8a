import type { Explanation } from './explain';
import { reasonMessages } from './reasonMessages';

/** Reasons whose messages are those of CEL rules that this project writes into the types of its services. */
const ruleReasons = [
  'PlanLimit',
  'ServiceIsFixed',
  'PlanIsFixed',
  'PlanCannotShrink',
  'PlanTopologyIsFixed',
  'PlanFlavourIsFixed',
  'CompositionIsFixed',
  'BindingFieldIsFixed',
  'BackupFieldIsFixed',
  'RestoreFieldIsFixed',
  'CompositionUnknown',
  'CompositionServices',
  'CompositionPlansWith',
  'CompositionPlans',
  'CompositionServesOnly',
  'CompositionNeeds',
  'ParameterOfReplicaPlans',
  'ParameterOfComposition',
  'PlansOfVersion',
  'PlanOfVersion',
  'ValueBetween',
  'ValuePositive',
  'ValuePositiveOrNone',
  'ValueOffOrNotNegative',
] as const;

/** Matches the message of a reason; groups are its placeholders. */
const patternOf = (message: string) =>
  new RegExp(`^${message.replace(/\{\{(\w+)\}\}/g, '(?<$1>.+)')}$`);

const patterns = ruleReasons.map(
  reason => [reason, patternOf(reasonMessages[reason])] as const,
);

/**
 * The explanation of a CEL rule's message: with a reason if this project writes the rule, else the message as its author
 * wrote it.
 *
 * @public
 */
export function explainRule(message: string): Explanation {
  for (const [reason, pattern] of patterns) {
    const found = pattern.exec(message);
    if (found) return { reason, message, params: { ...found.groups } };
  }
  return { message };
}
