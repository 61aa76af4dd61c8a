/** Conditions that exist only while they apply. */
import type { NewCondition } from '@klutch/bind-api';

/** The condition, false for none, undefined when unknown: then the present condition stays. */
export type TransientCondition = [
  type: string,
  condition: NewCondition | false | undefined,
];
