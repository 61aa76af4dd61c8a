/** Error messages for invalid values of the configuration. Pure. */
import type { z } from 'zod';

const expectedInputs: Readonly<Record<string, string>> = {
  string: 'a string, in quotes if YAML would read it as a number',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of keys and values',
  record: 'a map of keys and values',
};

const listed = (values: readonly unknown[]): string =>
  values.map(value => JSON.stringify(value)).join(', ');

/** Messages for issues without a message in the schema; undefined selects zod's own message. */
export const configErrorMap: z.core.$ZodErrorMap = issue => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'the value is missing'
        : `write ${expectedInputs[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? 'the value is empty'
        : `write ${issue.minimum} or more`;
    case 'too_big':
      return `write ${issue.maximum} or less`;
    case 'invalid_value':
      return `write one of ${listed(issue.values)}`;
    case 'unrecognized_keys':
      return `unknown key ${listed(issue.keys)}; docs/binding.md lists all keys`;
    default:
      return undefined;
  }
};
