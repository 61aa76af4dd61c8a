/** Conditions that are there while there is something to say, and else absent. */
import type { NewCondition } from '@klutch/bind-api';

/** What is to be said: the condition, or false for none. Undefined when that is not known now: it stays as it is. */
export type TransientCondition = [
  type: string,
  says: NewCondition | false | undefined,
];
