import { explain, type Explanation } from './explain';

const planLimit =
  /^must be at most (?<limit>.+) with this plan; lower it or choose a bigger plan$/;

/**
 * The explanation of a CEL rule's message: with a reason if this project writes the rule, else the message as its author
 * wrote it.
 *
 * @public
 */
export function explainRule(message: string): Explanation {
  const limit = planLimit.exec(message)?.groups?.limit;
  return limit ? explain('PlanLimit', { limit }) : { message };
}
