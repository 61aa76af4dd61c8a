import { formSchema } from './formSchema';

const schema = {
  properties: {
    spec: {
      properties: {
        plan: { type: 'string' },
        parameters: {
          type: 'object',
          properties: {
            timeout: { type: 'integer', minimum: 0 },
            mode: { type: 'string' },
          },
        },
      },
    },
    status: { type: 'object' },
  },
};

it('adds titles and units of parameters, and changes nothing else', () => {
  const parameters = {
    timeout: { title: 'Time limit', unit: 'ms' },
    unknown: { title: 'Not in the schema' },
  };
  const described = structuredClone(schema);
  Object.assign(
    described.properties.spec.properties.parameters.properties.timeout,
    {
      title: 'Time limit',
      'x-klutch-unit': 'ms',
    },
  );
  expect(formSchema({ schema, parameters })).toEqual(described);
});

it('puts described parameters first, in the order of their descriptions, with their groups', () => {
  const parameters = { timeout: { group: 'Limits' } };
  const { spec } =
    formSchema({
      schema: {
        properties: {
          spec: {
            properties: {
              parameters: {
                properties: { a: { type: 'string' }, timeout: { minimum: 0 } },
              },
            },
          },
        },
      },
      parameters,
    }).properties ?? {};
  expect(
    Object.entries(spec?.properties?.parameters?.properties ?? {}),
  ).toEqual([
    ['timeout', { minimum: 0, 'x-klutch-group': 'Limits' }],
    ['a', { type: 'string' }],
  ]);
});

it.each([
  ['parameters have no titles, units and texts', schema, {}],
  ['the API has no parameters', {}, { timeout: { unit: 'ms' } }],
])('is the schema itself when %s', (_, of, parameters) => {
  expect(formSchema({ schema: of, parameters })).toBe(of);
});
