/** What is wrong with a value of the configuration, and what to write instead. Pure. */
import type { z } from 'zod';

const expectedInputs: Readonly<Record<string, string>> = {
  string: 'a text, in quotes where it could be read as a number',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys with their values',
  record: 'keys with their values',
};

const listed = (values: readonly unknown[]): string =>
  values.map(value => JSON.stringify(value)).join(', ');

/** Where the schema has no words of its own; undefined leaves it to the library's. */
export const configErrorMap: z.core.$ZodErrorMap = issue => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'it is missing'
        : `write ${expectedInputs[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? 'it is empty'
        : `write ${issue.minimum} or more`;
    case 'too_big':
      return `write ${issue.maximum} or less`;
    case 'invalid_value':
      return `write one of ${listed(issue.values)}`;
    case 'unrecognized_keys':
      return `there is no ${listed(issue.keys)}; docs/binding.md has all keys`;
    default:
      return undefined;
  }
};
