/**
 * Generates a form from the schema of a claim's `spec`, and converts form data back to `spec`. No field is omitted:
 * fields without a suitable input are edited as YAML.
 */
import type { ErrorSchema, RJSFSchema, UiSchema } from '@rjsf/utils';
import { specSchemaOf } from '@klutch/backstage-plugin-klutch-common';
import { parseDocument } from 'yaml';
import type { FieldCause } from '../api/KlutchError';
import type { ServiceDetail } from '../api/types';

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const acronyms = new Set([
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
    .map(word => (acronyms.has(word) ? word.toUpperCase() : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Texts of the form. */
export interface SettingsLabels {
  /** Help text with a field's default. */
  default: (value: string) => string;
  /** Help text of a field that is edited as YAML. */
  yaml: string;
  /** Title of an object's additional fields. */
  more: (title: string) => string;
  /** Message for invalid YAML. */
  notYaml: (problem: string) => string;
  notMapping: string;
  notList: string;
  required: string;
}

/** One form field: its schemas, and the conversion of its form data. */
export interface SettingsField {
  schema: RJSFSchema;
  uiSchema: UiSchema;
  /** Converts form data to the claim's value; undefined for empty input. */
  toValue: (data: unknown) => unknown;
  /** Errors that the form's schema cannot express. */
  validate: (data: unknown) => ErrorSchema | undefined;
  /** For an object: its fields by name. */
  fields?: Record<string, SettingsField>;
}

/** Name of the form field for an object's additional fields; not a valid field name of a claim. */
export const additionalFields = '*';

/**
 * The keywords of a CRD schema node that a JSON schema form supports. `minItems` is left out: the form data of an
 * unused list is an empty list, for which the form would report missing items.
 */
const copiedKeywords = [
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
  'maxItems',
  'uniqueItems',
];

const scalars = new Set(['string', 'integer', 'number', 'boolean']);

function helpText(node: Node, labels: SettingsLabels, help?: string): UiSchema {
  // The default is shown as help only: a default in the form's schema would be filled in and sent with the claim.
  const defaultText =
    node.default === undefined
      ? undefined
      : labels.default(
          typeof node.default === 'string'
            ? node.default
            : JSON.stringify(node.default),
        );
  const text = [help, defaultText].filter(Boolean).join(' ');
  return text ? { 'ui:help': text } : {};
}

const titleAndDescription = (name: string, node: Node): Node => ({
  title: node.title ?? fieldTitle(name),
  ...(node.description !== undefined && { description: node.description }),
});

const singleError = (message: string) =>
  ({ __errors: [message] }) as ErrorSchema;

/** Parses YAML; returns the value or an error message. */
function parseYaml(text: unknown): { value?: unknown; problem?: string } {
  const document = parseDocument(typeof text === 'string' ? text : '');
  const [error] = document.errors;
  const firstLine = (message: string) =>
    message.split('\n')[0]?.replace(/:$/, '') ?? '';
  if (error) return { problem: firstLine(error.message) };
  try {
    return { value: document.toJS() ?? undefined };
  } catch (cause) {
    return { problem: firstLine(String(cause)) };
  }
}

/** A text field for any value as YAML. */
function yamlField(
  name: string,
  node: Node,
  labels: SettingsLabels,
): SettingsField {
  return {
    schema: {
      type: 'string',
      ...titleAndDescription(name, node),
    } as RJSFSchema,
    uiSchema: {
      'ui:widget': 'textarea',
      'ui:options': { rows: 4 },
      ...helpText(node, labels, labels.yaml),
    },
    toValue: data => parseYaml(data).value,
    validate: data => {
      const { value, problem } = parseYaml(data);
      if (problem) return singleError(labels.notYaml(problem));
      if (value === undefined) return undefined;
      if (node.type === 'object' && !isNode(value)) {
        return singleError(labels.notMapping);
      }
      return node.type === 'array' && !Array.isArray(value)
        ? singleError(labels.notList)
        : undefined;
    },
  };
}

/** A text field for an int-or-string; digits are sent as a number. */
function intOrStringField(
  name: string,
  node: Node,
  labels: SettingsLabels,
): SettingsField {
  return {
    schema: {
      type: 'string',
      ...titleAndDescription(name, node),
    } as RJSFSchema,
    uiSchema: helpText(node, labels),
    toValue: data => {
      const isWhole = typeof data === 'string' && /^-?\d+$/.test(data);
      const number = Number(data);
      // Text such as "007" is sent as a string, because a number would lose the zeros.
      if (isWhole && String(number) === data) return number;
      return data === '' ? undefined : data;
    },
    validate: () => undefined,
  };
}

function scalarField(
  name: string,
  node: Node,
  labels: SettingsLabels,
): SettingsField {
  const limits = copiedKeywords.flatMap(key =>
    node[key] === undefined ? [] : [[key, node[key]]],
  );
  return {
    schema: {
      ...titleAndDescription(name, node),
      ...Object.fromEntries(limits),
      type: node.type,
    } as RJSFSchema,
    uiSchema: helpText(node, labels),
    toValue: data => (data === '' || data === null ? undefined : data),
    validate: () => undefined,
  };
}

function arrayField(
  name: string,
  node: Node,
  labels: SettingsLabels,
): SettingsField {
  const items = isNode(node.items)
    ? toField(name, node.items, labels, false)
    : undefined;
  if (!items || items.uiSchema['ui:widget'] === 'textarea') {
    return yamlField(name, node, labels);
  }
  const { schema, uiSchema } = scalarField(name, node, labels);
  const choices = Array.isArray(items.schema.enum);
  return {
    schema: {
      ...schema,
      items: items.schema,
      ...(choices && { uniqueItems: true }),
    },
    uiSchema: {
      ...uiSchema,
      items: items.uiSchema,
      ...(choices && {
        'ui:widget': 'checkboxes',
        'ui:options': { inline: true },
      }),
    },
    toValue: data => {
      const values = (Array.isArray(data) ? data : [])
        .map(items.toValue)
        .filter(item => item !== undefined);
      return values.length > 0 ? values : undefined;
    },
    validate: data => {
      const found = (Array.isArray(data) ? data : []).flatMap((item, index) => {
        const problem = items.validate(item);
        return problem ? [[index, problem]] : [];
      });
      return found.length > 0 ? Object.fromEntries(found) : undefined;
    },
  };
}

/** Whether the schema of an object allows additional fields. */
const allowsUnknownFields = (node: Node) =>
  node['x-kubernetes-preserve-unknown-fields'] === true ||
  Boolean(node.additionalProperties);

/** A field of form data, which may be undefined. */
const valueAt = (data: unknown, key: string) =>
  isNode(data) ? data[key] : undefined;

function objectField(
  name: string,
  node: Node,
  labels: SettingsLabels,
  isRequired: boolean,
): SettingsField {
  const properties = isNode(node.properties) ? node.properties : {};
  const required = new Set(Array.isArray(node.required) ? node.required : []);
  const fields: Record<string, SettingsField> = {};
  for (const [key, child] of Object.entries(properties)) {
    if (isNode(child)) {
      fields[key] = toField(
        key,
        child,
        labels,
        isRequired && required.has(key),
      );
    }
  }
  if (allowsUnknownFields(node)) {
    const title = labels.more(String(node.title ?? fieldTitle(name)));
    const more = { type: 'object', title };
    fields[additionalFields] = yamlField(additionalFields, more, labels);
  }
  const toValue = (data: unknown) => {
    const value: Node = {};
    for (const [key, field] of Object.entries(fields)) {
      const part = field.toValue(valueAt(data, key));
      if (key === additionalFields) {
        if (isNode(part)) Object.assign(value, part);
      } else if (part !== undefined) {
        value[key] = part;
      }
    }
    // An empty required object is sent as well: the API server would reject a claim without the object.
    return isRequired || Object.keys(value).length > 0 ? value : undefined;
  };
  return {
    schema: {
      type: 'object',
      ...titleAndDescription(name, node),
      properties: Object.fromEntries(
        Object.entries(fields).map(([key, field]) => [key, field.schema]),
      ),
      // Form data contains every object, even an unused one, so an optional object must not have required fields.
      ...(isRequired && {
        required: Object.keys(fields).filter(key => required.has(key)),
      }),
    } as RJSFSchema,
    uiSchema: {
      ...helpText(node, labels),
      ...Object.fromEntries(
        Object.entries(fields).map(([key, field]) => [key, field.uiSchema]),
      ),
    },
    fields,
    toValue,
    validate: data => {
      const value = toValue(data);
      const found = Object.entries(fields).flatMap(([key, field]) => {
        const isMissing =
          !isRequired && value && required.has(key) && !(key in value);
        const problem =
          field.validate(valueAt(data, key)) ??
          (isMissing ? singleError(labels.required) : undefined);
        return problem ? [[key, problem]] : [];
      });
      return found.length > 0 ? Object.fromEntries(found) : undefined;
    },
  };
}

function toField(
  name: string,
  node: Node,
  labels: SettingsLabels,
  isRequired: boolean,
): SettingsField {
  if (node['x-kubernetes-int-or-string']) {
    return intOrStringField(name, node, labels);
  }
  if (isNode(node.properties) && Object.keys(node.properties).length > 0) {
    return objectField(name, node, labels, isRequired);
  }
  if (node.type === 'array') return arrayField(name, node, labels);
  return typeof node.type === 'string' && scalars.has(node.type)
    ? scalarField(name, node, labels)
    : yamlField(name, node, labels);
}

/** Fields that Crossplane adds to every claim; they configure the composition, not the service. */
export const crossplaneFields: ReadonlySet<string> = new Set([
  'compositionRef',
  'compositionRevisionRef',
  'compositionRevisionSelector',
  'compositionSelector',
  'compositionUpdatePolicy',
  'compositeDeletePolicy',
  'publishConnectionDetailsTo',
  'resourceRef',
  'writeConnectionSecretToRef',
]);

/** Whether the wizard has a control outside of the settings for the field: `service` and `plan`, if they have choices. */
export function hasOwnControl(
  field: string,
  service: Pick<ServiceDetail, 'versions' | 'plans'>,
): boolean {
  return (
    (field === 'service' && service.versions.length > 0) ||
    (field === 'plan' && service.plans.length > 0)
  );
}

/** The parts of a service that determine the fields of its claims. */
export type OrderedService = Pick<
  ServiceDetail,
  'schema' | 'versions' | 'plans'
>;

/** Whether the settings form has this field of `spec`. */
export function isSetting(field: string, service: OrderedService): boolean {
  const spec = specSchemaOf(service.schema);
  return (
    !hasOwnControl(field, service) &&
    (Object.hasOwn(spec.properties ?? {}, field) || allowsUnknownFields(spec))
  );
}

/** The form for all fields of `spec` without a control elsewhere in the wizard; undefined when there are none. */
export function settingsForm(
  service: OrderedService,
  labels: SettingsLabels,
): SettingsField | undefined {
  const spec = specSchemaOf(service.schema);
  const properties = Object.entries(spec.properties ?? {}).filter(
    ([name]) => !hasOwnControl(name, service),
  );
  const { title: _, description: __, ...rest } = spec;
  const form = objectField(
    'spec',
    { ...rest, properties: Object.fromEntries(properties) },
    labels,
    true,
  );
  return Object.keys(form.fields ?? {}).length > 0 ? form : undefined;
}

/** The number of changed settings; each field of `parameters` counts. */
export function countSettings(settings: Node): number {
  const { parameters, ...others } = settings;
  return (
    Object.keys(others).length +
    (isNode(parameters) ? Object.keys(parameters).length : 0)
  );
}

/** `spec.a.b[0].c` as `['spec', 'a', 'b', '0', 'c']`. */
const parseFieldPath = (path: string) => path.match(/[^.[\]]+/g) ?? [];

/** Errors of the dry run at the form's fields; an error inside a YAML field or list is attached to that field. */
export function settingsErrors(
  causes: FieldCause[],
  form: SettingsField,
): ErrorSchema {
  const errors: ErrorSchema = {};
  for (const { field, message } of causes) {
    const [root, ...steps] = parseFieldPath(field ?? '');
    if (root !== 'spec') continue;
    let node: Node = errors;
    let at = form;
    let index = 0;
    for (const step of steps) {
      const next = at.fields?.[step] ?? at.fields?.[additionalFields];
      if (!next) break;
      const key = at.fields?.[step] ? step : additionalFields;
      node[key] ??= {};
      node = node[key] as Node;
      at = next;
      if (key === additionalFields) break;
      index += 1;
    }
    // The error belongs to a field with a control outside of the form.
    if (at === form && steps.length > 0) continue;
    const subPath = steps.slice(index).join('.');
    node.__errors = [
      ...((node.__errors as string[]) ?? []),
      subPath ? `${subPath}: ${message}` : message,
    ];
  }
  return errors;
}

/** Merges the errors of the dry run with the errors of the form's own validation. */
export function mergeErrors(
  one: ErrorSchema,
  other: ErrorSchema | undefined,
): ErrorSchema {
  const merged: Node = { ...one };
  for (const [key, value] of Object.entries(other ?? {})) {
    const existing = merged[key];
    if (Array.isArray(existing) && Array.isArray(value)) {
      merged[key] = [...existing, ...value];
    } else {
      merged[key] = isNode(existing)
        ? mergeErrors(existing as ErrorSchema, value as ErrorSchema)
        : value;
    }
  }
  return merged as ErrorSchema;
}
