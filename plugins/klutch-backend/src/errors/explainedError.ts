/** Errors whose message pages can show in the user's language. */
import type { Explanation } from '@klutch/backstage-plugin-klutch-common';

/** An error of a class of Backstage, by which the HTTP status is chosen, with its explanation. */
export const explainedError = <E extends Error>(
  ErrorClass: new (message: string) => E,
  explanation: Explanation,
): E => Object.assign(new ErrorClass(explanation.message), { explanation });

/** The explanation of an error; of others their message. */
export const explanationOf = (error: Error): Explanation =>
  'explanation' in error
    ? (error.explanation as Explanation)
    : { message: error.message };
