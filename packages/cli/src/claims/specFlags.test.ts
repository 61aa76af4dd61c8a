import type { ClaimSchema } from '@klutch/backstage-plugin-klutch-common';
import { parseFlag, specFlags, specOfFlags } from './specFlags';

const schema: ClaimSchema = {
  required: ['plan'],
  properties: {
    plan: { type: 'string', enum: ['nano', 'big'] },
    instanceRef: { type: 'string' },
    compositionRef: { type: 'object' },
    resourceRef: { type: 'object' },
    parameters: {
      type: 'object',
      properties: {
        maxConnections: { type: 'integer' },
        namespace: { type: 'string' },
        plan: { type: 'string' },
      },
    },
  },
};

it('has a flag for each field, but not for those of Crossplane', () => {
  expect(
    specFlags(schema).map(({ name, required, values }) => [
      name,
      required,
      values,
    ]),
  ).toEqual([
    ['plan', true, ['nano', 'big']],
    ['instance', false, []],
    ['composition', false, []],
    ['max-connections', false, []],
    // Names that other flags have already.
    ['parameter-namespace', false, []],
    ['parameter-plan', false, []],
  ]);
});

it('nests the values of flags in the spec', () => {
  const given: Record<string, string> = {
    plan: 'big',
    composition: 'a9s',
    'max-connections': '5',
    'parameter-plan': 'x',
  };
  expect(specOfFlags(specFlags(schema), ({ name }) => given[name])).toEqual({
    plan: 'big',
    compositionRef: { name: 'a9s' },
    parameters: { maxConnections: 5, plan: 'x' },
  });
});

it.each<[ClaimSchema, string, unknown]>([
  [{ type: 'integer' }, '-3', -3],
  [{ type: 'number' }, '1.5', 1.5],
  [{ type: 'boolean' }, 'false', false],
  [{ type: 'string' }, '12', '12'],
  [{ type: 'array', items: { type: 'integer' } }, '1,2', [1, 2]],
  [{ type: 'array' }, '[{"a":1}]', [{ a: 1 }]],
  [{ type: 'object' }, '{"a":1}', { a: 1 }],
  [{ 'x-kubernetes-int-or-string': true }, '7', 7],
  [{ 'x-kubernetes-int-or-string': true }, '7%', '7%'],
])('reads a value of %j from "%s"', (type, text, expected) => {
  expect(parseFlag({ name: 'f', schema: type }, text)).toEqual(expected);
});

it.each<[ClaimSchema, string, string]>([
  [{ type: 'integer' }, '1.5', '--f must be a whole number.'],
  [{ type: 'number' }, '', '--f must be a number.'],
  [{ type: 'boolean' }, 'yes', '--f must be true or false.'],
  [{ type: 'object' }, '{', '--f must be JSON.'],
])('refuses what is no %j', (type, text, message) => {
  expect(() => parseFlag({ name: 'f', schema: type }, text)).toThrow(message);
});
