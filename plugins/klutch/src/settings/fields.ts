/**
 * Form fields for the nodes of a CRD schema, and the conversion of their form data to the claim's values. No field is
 * omitted: fields without a suitable input are edited as YAML.
 */
import { fieldTitle } from '@klutch/backstage-plugin-klutch-common';
import type { ErrorSchema, RJSFSchema, UiSchema } from '@rjsf/utils';
import { parseDocument, stringify } from 'yaml';
import {
  choiceOf,
  isSatisfied,
  offeredAlternatives,
  withAdditions,
  type Alternative,
  type Choice,
} from './choices';
import { isNode, type Node } from './node';

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
  /** Title of an alternative without fields. */
  none: string;
  /** Message for an object that satisfies no alternative; `alternatives` are their titles. */
  choose: (alternatives: string) => string;
}

/** One form field: its schemas, and the conversion of its form data. */
export interface SettingsField {
  schema: RJSFSchema;
  uiSchema: UiSchema;
  /** Converts form data to the claim's value; undefined for empty input. */
  toValue: (data: unknown) => unknown;
  /** Converts the claim's value to form data, which `toValue` converts back to the same value. */
  toData: (value: unknown) => unknown;
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

/** How the form shows a field besides its title: the help text, and the title of its group. */
function presentation(
  node: Node,
  labels: SettingsLabels,
  help?: string,
): UiSchema {
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
  const group = node['x-klutch-group'];
  return {
    ...(text && { 'ui:help': text }),
    ...(typeof group === 'string' && { 'ui:group': group }),
  };
}

/** The title, with the unit of the values if the backend knows one. */
function titleOf(name: string, node: Node): string {
  const title = String(node.title ?? fieldTitle(name));
  const unit = node['x-klutch-unit'];
  return typeof unit === 'string' ? `${title} (${unit})` : title;
}

const titleAndDescription = (name: string, node: Node): Node => ({
  title: titleOf(name, node),
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
      ...presentation(node, labels, labels.yaml),
    },
    toValue: data => parseYaml(data).value,
    toData: value => (value === undefined ? undefined : stringify(value)),
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
    uiSchema: presentation(node, labels),
    toValue: data => {
      const isWhole = typeof data === 'string' && /^-?\d+$/.test(data);
      const number = Number(data);
      // Text such as "007" is sent as a string, because a number would lose the zeros.
      if (isWhole && String(number) === data) return number;
      return data === '' ? undefined : data;
    },
    toData: value => (value === undefined ? undefined : String(value)),
    validate: () => undefined,
  };
}

/** The values of a scalar whose `oneOf` or `anyOf` lists values in each alternative. */
function valuesOfAlternatives({ oneOf, anyOf }: Node): unknown[] | undefined {
  const lists = (Array.isArray(oneOf) ? oneOf : anyOf) as unknown;
  if (!Array.isArray(lists)) return undefined;
  const values = lists.flatMap(one => (isNode(one) ? [one.enum] : [undefined]));
  return values.every(Array.isArray) ? [...new Set(values.flat())] : undefined;
}

function scalarField(
  name: string,
  node: Node,
  labels: SettingsLabels,
): SettingsField {
  const limited: Node = { enum: valuesOfAlternatives(node), ...node };
  const limits = copiedKeywords.flatMap(key =>
    limited[key] === undefined ? [] : [[key, limited[key]]],
  );
  return {
    schema: {
      ...titleAndDescription(name, node),
      ...Object.fromEntries(limits),
      type: node.type,
    } as RJSFSchema,
    uiSchema: presentation(node, labels),
    toValue: data => (data === '' || data === null ? undefined : data),
    toData: value => value,
    validate: () => undefined,
  };
}

/** The object with these entries; undefined without any. */
const objectOf = <T>(entries: [string, T][]): Record<string, T> | undefined =>
  entries.length > 0 ? Object.fromEntries(entries) : undefined;

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
        .map(item => items.toValue(item))
        .filter(item => item !== undefined);
      return values.length > 0 ? values : undefined;
    },
    toData: value =>
      Array.isArray(value) ? value.map(item => items.toData(item)) : undefined,
    validate: data =>
      objectOf(
        (Array.isArray(data) ? data : []).flatMap<[string, ErrorSchema]>(
          (item, index) => {
            const problem = items.validate(item);
            return problem ? [[String(index), problem]] : [];
          },
        ),
      ),
  };
}

/** Whether the schema of an object allows additional fields. */
export const allowsUnknownFields = (node: Node) =>
  node['x-kubernetes-preserve-unknown-fields'] === true ||
  Boolean(node.additionalProperties);

/** A field of form data, which may be undefined. */
const valueAt = (data: unknown, key: string) =>
  isNode(data) ? data[key] : undefined;

/** An object with a field for each property, and one for additional fields where the schema allows them. */
export class ObjectField implements SettingsField {
  readonly fields: Record<string, SettingsField> = {};
  readonly #properties: Node;
  readonly #required: Set<unknown>;
  readonly #choice: Choice | undefined;

  constructor(
    private readonly name: string,
    private readonly node: Node,
    private readonly labels: SettingsLabels,
    private readonly isRequired: boolean,
  ) {
    this.#properties = isNode(node.properties) ? node.properties : {};
    this.#required = new Set(Array.isArray(node.required) ? node.required : []);
    this.#choice = choiceOf(node);
    for (const [key, child] of Object.entries(this.#properties)) {
      if (!isNode(child)) continue;
      const isNeeded = isRequired && this.#required.has(key);
      this.fields[key] = toField(key, child, labels, isNeeded);
    }
    if (allowsUnknownFields(node)) {
      const title = labels.more(String(node.title ?? fieldTitle(name)));
      const more = { type: 'object', title };
      this.fields[additionalFields] = yamlField(additionalFields, more, labels);
    }
  }

  get schema(): RJSFSchema {
    const chosen = new Set(this.#offered.flatMap(({ fields }) => fields));
    const schemas = Object.entries(
      this.#mapFields(({ schema }) => schema),
    ).filter(([key]) => !chosen.has(key));
    return {
      type: 'object',
      ...titleAndDescription(this.name, this.node),
      properties: Object.fromEntries(schemas),
      // Form data contains every object, even an unused one, so an optional object must not have required fields.
      ...(this.isRequired && {
        required: Object.keys(this.fields).filter(
          key => this.#required.has(key) && !chosen.has(key),
        ),
      }),
      ...(this.#choice && {
        anyOf: this.#offered.map(one => this.#alternative(one, chosen)),
      }),
    } as RJSFSchema;
  }

  get uiSchema(): UiSchema {
    const fields = this.#mapFields(({ uiSchema }) => uiSchema);
    return {
      ...presentation(this.node, this.labels),
      ...fields,
      ...(this.#choice && {
        'ui:widget': 'alternatives',
        anyOf: this.#offered.map(() => ({ ...fields, 'ui:label': false })),
      }),
    };
  }

  get #offered(): Alternative[] {
    return this.#choice ? offeredAlternatives(this.#choice) : [];
  }

  #titleOf({ fields }: Pick<Alternative, 'fields'>): string {
    const titles = fields.map(name => this.fields[name]?.schema.title ?? name);
    return titles.join(', ') || this.labels.none;
  }

  /** The fields of an alternative; those of the others are forbidden, so that data satisfy only one alternative. */
  #alternative(one: Alternative, chosen: ReadonlySet<string>): RJSFSchema {
    const others = [...chosen].filter(name => !one.fields.includes(name));
    const schemaOf = (name: string) => {
      const node = this.#properties[name];
      const added = one.additions[name];
      return isNode(node) && added
        ? toField(name, withAdditions(node, added), this.labels, false).schema
        : this.fields[name]?.schema;
    };
    return {
      type: 'object',
      title: this.#titleOf(one),
      properties: Object.fromEntries(
        one.fields.map(name => [name, schemaOf(name)]),
      ),
      ...(others.length > 0 && {
        not: { anyOf: others.map(name => ({ required: [name] })) },
      }),
    } as RJSFSchema;
  }

  toValue(data: unknown): Node | undefined {
    const value: Node = {};
    for (const [key, field] of Object.entries(this.fields)) {
      const part = field.toValue(valueAt(data, key));
      if (key === additionalFields) {
        if (isNode(part)) Object.assign(value, part);
      } else if (part !== undefined) {
        value[key] = part;
      }
    }
    // An empty required object is sent as well: the API server would reject a claim without the object.
    return this.isRequired || Object.keys(value).length > 0 ? value : undefined;
  }

  toData(value: unknown): Node | undefined {
    if (!isNode(value)) return undefined;
    const data: Node = {};
    for (const [key, field] of Object.entries(this.fields)) {
      const part =
        key === additionalFields ? this.#unknownFields(value) : value[key];
      if (part !== undefined) data[key] = field.toData(part);
    }
    return data;
  }

  validate(data: unknown): ErrorSchema | undefined {
    const value = this.toValue(data);
    const problems = this.#fieldProblems(data, value);
    const alternatives = this.#choice?.alternatives ?? [];
    if (
      !value ||
      alternatives.length === 0 ||
      alternatives.some(one => isSatisfied(value, one))
    ) {
      return problems;
    }
    const titles = alternatives.map(({ required }) =>
      this.#titleOf({ fields: required }),
    );
    return {
      ...problems,
      ...singleError(this.labels.choose(titles.join('; '))),
    } as ErrorSchema;
  }

  #fieldProblems(
    data: unknown,
    value: Node | undefined,
  ): ErrorSchema | undefined {
    return objectOf<ErrorSchema>(
      Object.entries(this.fields).flatMap(([key, field]) => {
        const isMissing =
          !this.isRequired &&
          value &&
          this.#required.has(key) &&
          !(key in value);
        const problem =
          field.validate(valueAt(data, key)) ??
          (isMissing ? singleError(this.labels.required) : undefined);
        return problem ? [[key, problem]] : [];
      }),
    );
  }

  #unknownFields(value: Node): Node | undefined {
    return objectOf(
      Object.entries(value).filter(
        ([key]) => !Object.hasOwn(this.#properties, key),
      ),
    );
  }

  #mapFields<T>(map: (field: SettingsField) => T): Record<string, T> {
    return Object.fromEntries(
      Object.entries(this.fields).map(([key, field]) => [key, map(field)]),
    );
  }
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
    return new ObjectField(name, node, labels, isRequired);
  }
  if (node.type === 'array') return arrayField(name, node, labels);
  return typeof node.type === 'string' && scalars.has(node.type)
    ? scalarField(name, node, labels)
    : yamlField(name, node, labels);
}
