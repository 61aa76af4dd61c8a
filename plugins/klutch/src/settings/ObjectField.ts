/** A form field for an object: a field for each property. */
import { fieldTitle } from '@klutch/backstage-plugin-klutch-common';
import type { ErrorSchema, RJSFSchema, UiSchema } from '@rjsf/utils';
import {
  choiceOf,
  isSatisfied,
  offeredAlternatives,
  withAdditions,
  type Alternative,
  type Choice,
} from './choices';
import { isNode, type Node } from './node';
import {
  objectOf,
  presentation,
  singleError,
  titleAndDescription,
  type FieldPlace,
  type SettingsField,
  type SettingsLabels,
  type ToField,
} from './SettingsField';
import { yamlField } from './yamlField';

/** Name of the form field for an object's additional fields; not a valid field name of a claim. */
export const additionalFields = '*';

/** Whether the schema of an object allows additional fields. */
export const allowsUnknownFields = (node: Node) =>
  node['x-kubernetes-preserve-unknown-fields'] === true ||
  Boolean(node.additionalProperties);

/** A field of form data, which may be undefined. */
const valueAt = (data: unknown, key: string) =>
  isNode(data) ? data[key] : undefined;

/** An object without fields, other than one whose inputs were cleared. */
const isEmpty = (data: unknown) =>
  isNode(data) && Object.keys(data).length === 0;

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
    private readonly place: FieldPlace,
    private readonly toField: ToField,
  ) {
    this.#properties = isNode(node.properties) ? node.properties : {};
    this.#required = new Set(Array.isArray(node.required) ? node.required : []);
    this.#choice = choiceOf(node);
    for (const [key, child] of Object.entries(this.#properties)) {
      if (!isNode(child)) continue;
      this.fields[key] = this.toField(key, child, labels, this.#placeOf(key));
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
      // Form data keep an object whose inputs were cleared, so an optional object must not have required fields.
      ...(this.place === 'required' && {
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

  /** Everything in an entry of a list is replaced with the entry. */
  #placeOf(key: string): FieldPlace {
    if (this.place === 'entry') return 'entry';
    return this.place === 'required' && this.#required.has(key)
      ? 'required'
      : 'optional';
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
        ? this.toField(
            name,
            withAdditions(node, added),
            this.labels,
            'optional',
          ).schema
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
    const isKept =
      this.place === 'required' || (this.place === 'entry' && isEmpty(data));
    return isKept || Object.keys(value).length > 0 ? value : undefined;
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
          this.place !== 'required' &&
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
