/** The fields of an API's schema as rows of a table. Pure functions. */
import { isNode, type Node } from '../../settings/node';

/** A field of a schema. */
interface SchemaField {
  /** `spec.parameters[].name` */
  path: string;
  type: string;
  description: string;
  isRequired: boolean;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function fieldsOf(schema: Node, path: string): SchemaField[] {
  const { items, properties, required } = schema;
  if (isNode(items)) return fieldsOf(items, `${path}[]`);
  if (!isNode(properties)) return [];
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, value]) => {
    if (!isNode(value)) return [];
    const at = path ? `${path}.${name}` : name;
    const field = {
      path: at,
      type: textOf(value.type),
      description: textOf(value.description),
      isRequired: names.includes(name),
    };
    return [field, ...fieldsOf(value, at)];
  });
}

/** Fields that all objects of Kubernetes have. */
const commonFields = new Set(['apiVersion', 'kind', 'metadata']);

/** All fields of the schema but those that every object has, in its order, each before its own fields. */
export const schemaFields = (schema: Node): SchemaField[] =>
  fieldsOf(schema, '').filter(
    ({ path }) => !commonFields.has(path.split('.')[0] ?? ''),
  );
