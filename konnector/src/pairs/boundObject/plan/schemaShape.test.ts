import type { APIServiceExportVersion } from '@klutch/bind-api';
import { schemaShapeOf } from './schemaShape';

type JsonSchemaProps = APIServiceExportVersion['schema']['openAPIV3Schema'];

const string = { type: 'string' };
const plain = {
  type: 'object',
  required: ['type', 'status', 'reason', 'lastTransitionTime'],
  properties: {
    type: string,
    status: string,
    reason: string,
    message: string,
    lastTransitionTime: { type: 'string', format: 'date-time' },
  },
} satisfies JsonSchemaProps;

const shapeOf = (
  items?: JsonSchemaProps,
  list: JsonSchemaProps = { type: 'array' },
) =>
  schemaShapeOf({
    name: 'v1',
    served: true,
    storage: true,
    subresources: { status: {} },
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          status: {
            type: 'object',
            properties: { conditions: { ...list, ...(items && { items }) } },
          },
        },
      },
    },
  } as APIServiceExportVersion).conditions;

const withProperty = (name: string, schema: JsonSchemaProps) => ({
  ...plain,
  properties: { ...plain.properties, [name]: schema },
});
const generation = { type: 'integer', format: 'int64' };
const metav1Type =
  '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$';

it.each<[string, ReturnType<typeof shapeOf>, object | undefined]>([
  ['conditions of Crossplane', shapeOf(plain), { observedGeneration: false }],
  [
    'with generation',
    shapeOf(withProperty('observedGeneration', generation)),
    { observedGeneration: true },
  ],
  [
    'with a required generation',
    shapeOf({
      ...withProperty('observedGeneration', generation),
      required: ['type', 'status', 'observedGeneration'],
    }),
    { observedGeneration: true },
  ],
  [
    'patterns and values of metav1',
    shapeOf({
      ...plain,
      properties: {
        ...plain.properties,
        type: { ...string, pattern: metav1Type },
        status: { ...string, enum: ['True', 'False', 'Unknown'] },
      },
    }),
    { observedGeneration: false },
  ],
  [
    'known types only',
    shapeOf(withProperty('type', { ...string, enum: ['Ready'] })),
    undefined,
  ],
  [
    'no False',
    shapeOf(withProperty('status', { ...string, enum: ['True'] })),
    undefined,
  ],
  [
    'a required field of its own',
    shapeOf({ ...plain, required: ['type', 'severity'] }),
    undefined,
  ],
  ['texts', shapeOf(string), undefined],
  ['no items', shapeOf(), undefined],
  ['a map', shapeOf(plain, { type: 'object' }), undefined],
])('%s', (_what, shape, expected) => {
  expect(shape).toEqual(expected);
});
