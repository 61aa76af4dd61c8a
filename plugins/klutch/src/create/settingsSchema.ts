/** Makes a form schema of the CRD's schema: what forms do not know goes out, names become words. */
import type { ErrorSchema, RJSFSchema, UiSchema } from '@rjsf/utils';
import type { FieldCause } from '../api/KlutchError';

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const initials = new Set([
  'cpu',
  'id',
  'io',
  'ssl',
  'tls',
  'ttl',
  'url',
  'wal',
]);

/** `statementTimeout` → "Statement timeout", `trackIoTiming` → "Track IO timing". */
export function fieldTitle(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase()
    .split(' ')
    .map(word => (initials.has(word) ? word.toUpperCase() : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The parts of a CRD schema node that a JSON schema form understands. */
const kept = [
  'title',
  'description',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'required',
];

function typeOf(node: Node): string | undefined {
  if (typeof node.type === 'string') {
    return node.type;
  }
  if (isNode(node.properties)) {
    return 'object';
  }
  return node['x-kubernetes-int-or-string'] ? 'string' : undefined;
}

/** Schema and looks of one field; undefined when a form cannot draw it. */
function convert(
  name: string,
  node: Node,
  defaultText: (value: string) => string,
): { schema: RJSFSchema; ui: UiSchema } | undefined {
  const type = typeOf(node);
  if (!type) {
    return undefined;
  }
  const schema: Node = { type, title: fieldTitle(name) };
  for (const key of kept) {
    if (node[key] !== undefined) {
      schema[key] = node[key];
    }
  }
  const ui: UiSchema = {};
  if (node.default !== undefined) {
    // A default in the schema would be filled in and sent; it is the service's to apply.
    ui['ui:help'] = defaultText(
      typeof node.default === 'string'
        ? node.default
        : JSON.stringify(node.default),
    );
  }
  if (type === 'object') {
    if (!isNode(node.properties)) {
      return undefined;
    }
    const properties: Node = {};
    for (const [key, child] of Object.entries(node.properties)) {
      const converted = isNode(child)
        ? convert(key, child, defaultText)
        : undefined;
      if (converted) {
        properties[key] = converted.schema;
        ui[key] = converted.ui;
      }
    }
    schema.properties = properties;
  }
  if (type === 'array') {
    const items = isNode(node.items)
      ? convert(name, node.items, defaultText)
      : undefined;
    if (!items) {
      return undefined;
    }
    schema.items = items.schema;
    if (Array.isArray(items.schema.enum)) {
      schema.uniqueItems = true;
      ui['ui:widget'] = 'checkboxes';
      ui['ui:options'] = { inline: true };
    }
  }
  return { schema: schema as RJSFSchema, ui };
}

/** The settings of a service: `spec.parameters` of the claim's schema. */
export interface SettingsSchema {
  schema: RJSFSchema;
  ui: UiSchema;
  /** Settings that a form cannot draw. */
  elsewhere: string[];
}

/** The form for `spec.parameters`; undefined when the service has no settings. */
export function settingsSchema(
  claimSchema: Record<string, unknown>,
  defaultText: (value: string) => string,
): SettingsSchema | undefined {
  const root = isNode(claimSchema.properties) ? claimSchema.properties : {};
  const spec =
    isNode(root.spec) && isNode(root.spec.properties)
      ? root.spec.properties
      : root;
  const parameters = isNode(spec.parameters) ? spec.parameters : undefined;
  const fields = isNode(parameters?.properties) ? parameters.properties : {};
  if (!parameters || Object.keys(fields).length === 0) {
    return undefined;
  }
  const converted = convert('', parameters, defaultText);
  if (!converted) {
    return undefined;
  }
  const {
    title: _title,
    description: _description,
    ...schema
  } = converted.schema;
  return {
    schema,
    ui: converted.ui,
    elsewhere: Object.keys(fields).filter(
      name => !schema.properties || !(name in schema.properties),
    ),
  };
}

/** What the clusters said about settings, in the shape in which forms attach it to the fields. */
export function settingsErrors(causes: FieldCause[]): ErrorSchema {
  const errors: ErrorSchema = {};
  for (const { field, message } of causes) {
    const path = field?.split('.') ?? [];
    if (path[0] === 'spec' && path[1] === 'parameters') {
      let node: Record<string, unknown> = errors;
      for (const key of path.slice(2)) {
        node[key] ??= {};
        node = node[key] as Record<string, unknown>;
      }
      node.__errors = [...((node.__errors as string[]) ?? []), message];
    }
  }
  return errors;
}
