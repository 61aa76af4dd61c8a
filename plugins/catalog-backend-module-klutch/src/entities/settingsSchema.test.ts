import type { ClaimSchema } from '@klutch/backstage-plugin-klutch-common';
import { settingsSchema } from './settingsSchema';

const fieldOf = (node: ClaimSchema) =>
  settingsSchema({ properties: { field: node } }, new Set()).properties.field;

describe('settingsSchema', () => {
  it('keeps titles, descriptions, defaults, choices and limits', () => {
    const node = {
      type: 'string',
      title: 'Mode',
      description: 'How it works.',
      default: 'fast',
      enum: ['fast', 'safe'],
      maxLength: 4,
      pattern: '^[a-z]+$',
    };
    expect(fieldOf(node)).toEqual(node);
  });

  it('makes a title of the name, and shows the unit with the title', () => {
    const schema = settingsSchema(
      {
        properties: {
          statementTimeout: { type: 'integer', 'x-klutch-unit': 'ms' },
        },
      },
      new Set(),
    );
    expect(schema.properties.statementTimeout).toEqual({
      type: 'integer',
      title: 'Statement timeout (ms)',
    });
  });

  it('omits the given fields, required ones too', () => {
    const spec = {
      required: ['plan', 'size'],
      properties: { plan: { type: 'string' }, size: { type: 'integer' } },
    };
    expect(settingsSchema(spec, new Set(['plan']))).toEqual({
      type: 'object',
      required: ['size'],
      properties: { size: { type: 'integer', title: 'Size' } },
    });
  });

  it('leaves out messages of rules about omitted fields alone', () => {
    const rules = [
      { rule: "self.ref.name == 'x' || !has(self.ref)", message: 'ref is x' },
      { rule: 'has(self.ref) || self.size > 1', message: 'size needs ref' },
    ];
    const spec = {
      'x-kubernetes-validations': rules,
      properties: { ref: { type: 'object' }, size: { type: 'integer' } },
    };
    const { description } = settingsSchema(spec, new Set(['ref']));
    expect(description).toBe('Rule: size needs ref.');
  });

  it('shows messages of rules at their field, except those about changes', () => {
    const schema = settingsSchema(
      {
        'x-kubernetes-validations': [
          { rule: 'self.a > self.b', message: 'a must be above b' },
          { rule: 'self.a > 2', message: 'small', fieldPath: '.inner.a' },
          { rule: 'self == oldSelf', message: 'cannot be changed' },
        ],
        properties: {
          inner: {
            type: 'object',
            properties: {
              a: {
                type: 'string',
                description: 'A size.',
                'x-kubernetes-validations': [
                  { rule: 'self != ""', message: 'must not be empty' },
                  { rule: 'self == oldSelf', message: 'is fixed' },
                ],
              },
            },
          },
        },
      },
      new Set(),
    );
    expect(schema.description).toBe('Rule: a must be above b.');
    expect(schema.properties.inner).toMatchObject({
      properties: {
        a: { description: 'A size. Rules: small; must not be empty.' },
      },
    });
  });

  it('has no keyword of Kubernetes anywhere', () => {
    const schema = settingsSchema(
      {
        'x-kubernetes-preserve-unknown-fields': true,
        properties: {
          list: {
            type: 'array',
            'x-kubernetes-list-type': 'set',
            items: {
              type: 'object',
              'x-kubernetes-map-type': 'atomic',
              properties: { a: { 'x-kubernetes-int-or-string': true } },
            },
          },
          any: { 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
      new Set(),
    );
    expect(JSON.stringify(schema)).not.toContain('x-');
    expect(schema.properties).toMatchObject({
      list: { items: { properties: { a: { type: 'string' } } } },
      any: { type: 'object', additionalProperties: true },
    });
  });

  it('requires fields of objects only where the object itself is required', () => {
    const inner = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' } },
    };
    const schema = settingsSchema(
      {
        required: ['needed'],
        properties: { needed: inner, optional: inner },
      },
      new Set(),
    );
    expect(schema.properties.needed).toMatchObject({ required: ['a'] });
    expect(schema.properties.optional).not.toHaveProperty('required');
  });

  it('accepts the empty list of an unused field', () => {
    const field = fieldOf({
      type: 'array',
      minItems: 1,
      maxItems: 3,
      items: { type: 'string', enum: ['a', 'b'], description: 'A letter.' },
    });
    expect(field).not.toHaveProperty('minItems');
    expect(field).toMatchObject({
      maxItems: 3,
      uniqueItems: true,
      items: { description: 'A letter.' },
    });
  });

  it('translates exclusive limits', () => {
    expect(
      fieldOf({ type: 'number', minimum: 0, exclusiveMinimum: true }),
    ).toMatchObject({ exclusiveMinimum: 0 });
  });

  it('leaves out patterns that a browser does not know', () => {
    expect(fieldOf({ type: 'string', pattern: '(?i)a' })).not.toHaveProperty(
      'pattern',
    );
  });
});
