import { ruleViolations } from './ruleViolations';
import type { ClaimSchema } from './schema';

// A new one each time, because the rules of a schema are compiled once.
const schema = (): ClaimSchema => ({
  'x-kubernetes-validations': [
    {
      rule: "!has(self.parameters) || self.parameters.connections <= 20 || !(self.plan in ['nano'])",
      fieldPath: '.parameters.connections',
      message: 'must be at most 20 with this plan',
    },
    { rule: 'this is (not CEL', message: 'never' },
  ],
  properties: {
    plan: {
      type: 'string',
      'x-kubernetes-validations': [
        { rule: 'self == oldSelf', message: 'cannot change' },
      ],
    },
    parameters: {
      type: 'object',
      properties: {
        connections: {
          type: 'integer',
          'x-kubernetes-validations': [{ rule: 'self != 13' }],
        },
        hosts: {
          type: 'array',
          items: {
            type: 'string',
            'x-kubernetes-validations': [
              { rule: "self.endsWith('.com')", message: 'must end with .com' },
            ],
          },
        },
      },
    },
  },
});

it('finds no violation in a valid spec', () => {
  expect(
    ruleViolations(schema(), {
      plan: 'nano',
      parameters: { connections: 20, hosts: ['a.com'] },
      unknown: { field: 1 },
    }),
  ).toEqual([]);
});

it('names the field that a rule is about, with the rule itself where it has no message', () => {
  expect(
    ruleViolations(schema(), { plan: 'nano', parameters: { connections: 21 } }),
  ).toEqual([
    {
      field: 'spec.parameters.connections',
      message: 'must be at most 20 with this plan',
    },
  ]);
  expect(
    ruleViolations(schema(), { plan: 'big', parameters: { connections: 13 } }),
  ).toEqual([
    {
      field: 'spec.parameters.connections',
      message: 'failed rule: self != 13',
    },
  ]);
});

it('has the message that a rule makes of the value, or its other message where that fails', () => {
  const messageBy = (messageExpression: string) =>
    ruleViolations(
      {
        'x-kubernetes-validations': [
          {
            rule: 'self.nodes > 1',
            message: 'too few nodes',
            messageExpression,
          },
        ],
      },
      { nodes: 1 },
    ).map(({ message }) => message);
  expect(messageBy("'more than ' + string(self.nodes)")).toEqual([
    'more than 1',
  ]);
  expect(messageBy("'more than ' + self.unknown")).toEqual(['too few nodes']);
  expect(messageBy("' less '")).toEqual(['less']);
  expect(messageBy("' '")).toEqual(['too few nodes']);
});

it('checks the items of lists', () => {
  expect(
    ruleViolations(schema(), { parameters: { hosts: ['a.com', 'b.org'] } }),
  ).toEqual([
    { field: 'spec.parameters.hosts[1]', message: 'must end with .com' },
  ]);
});

it('checks rules about a change only of what existed before', () => {
  expect(ruleViolations(schema(), { plan: 'big' })).toEqual([]);
  expect(ruleViolations(schema(), { plan: 'big' }, {})).toEqual([]);
  expect(ruleViolations(schema(), { plan: 'big' }, { plan: 'nano' })).toEqual([
    { field: 'spec.plan', message: 'cannot change' },
  ]);
});

it('ignores values without a schema, and values that are not there', () => {
  expect(ruleViolations({}, { plan: 'big', hosts: ['a.org'] })).toEqual([]);
  expect(
    ruleViolations(schema(), { plan: null, parameters: undefined }),
  ).toEqual([]);
  const text: ClaimSchema = {
    properties: { a: { items: { type: 'string' }, properties: {} } },
  };
  expect(ruleViolations(text, { a: 'text' })).toEqual([]);
});

it('skips rules about a change for a new value, which they would refuse', () => {
  const rules = [{ rule: "oldSelf == 'nano'", message: 'was not nano' }];
  const plan = { 'x-kubernetes-validations': rules };
  expect(ruleViolations({ properties: { plan } }, { plan: 'big' })).toEqual([]);
});
