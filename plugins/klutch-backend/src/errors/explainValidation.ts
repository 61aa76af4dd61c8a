/** Explains the messages of the validator of requests. Pure function. */
import {
  explain,
  type Explanation,
} from '@klutch/backstage-plugin-klutch-common';

/** The frequent ones; messages of the others are shown as the validator wrote them. */
const rules: [RegExp, (value: string) => Explanation][] = [
  [/^must have required property /, () => explain('FieldRequired')],
  [/^must NOT have additional properties$/, () => explain('FieldUnknown')],
  [
    /^must NOT have more than (\d+) characters$/,
    limit => explain('FieldTooLong', { limit }),
  ],
  [
    /^must NOT have fewer than (\d+) characters$/,
    limit => explain('FieldTooShort', { limit }),
  ],
  [
    /^must match pattern "(.+)"$/,
    pattern => explain('FieldPattern', { pattern }),
  ],
];

/** @param message - of Ajv, for one field */
export function explainValidation(message: string): Explanation {
  for (const [rule, explanation] of rules) {
    const found = rule.exec(message);
    if (found) return explanation(found[1] ?? '');
  }
  return { message };
}
