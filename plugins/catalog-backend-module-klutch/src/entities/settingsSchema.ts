/**
 * The settings of a service as a plain JSON schema, from the schema of its claims. The form of a Template has no
 * counterpart for some rules of Kubernetes; the app cluster checks these when the instance is ordered.
 */
import type { JsonArray, JsonObject, JsonValue } from '@backstage/types';
import {
  fieldTitle,
  type ClaimSchema,
} from '@klutch/backstage-plugin-klutch-common';

/** A JSON schema of an object with settings. */
export interface SettingsSchema extends JsonObject {
  type: 'object';
  properties: JsonObject;
  required?: JsonArray;
}

/** Keywords that mean the same in a CRD and in JSON schema. */
const copiedKeywords = [
  'type',
  'default',
  'enum',
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
];

/** Messages of rules, by the path of the field that each is about. */
type RuleMessages = Map<string, string[]>;

/** Whether the rule reads no other fields than these. */
function readsOnly(rule: string, fields: ReadonlySet<string>): boolean {
  const read = [...rule.matchAll(/\bself\.(\w+)/g)].map(
    ([, name = '']) => name,
  );
  return read.length > 0 && read.every(name => fields.has(name));
}

/**
 * Adds the messages of the node's rules; a new object breaks no rule that compares it with its old state.
 *
 * @param omitted - fields of the node that the form does not have
 */
function collectMessages(
  node: ClaimSchema,
  path: string,
  messages: RuleMessages,
  omitted: ReadonlySet<string> = new Set(),
): void {
  for (const rule of node['x-kubernetes-validations'] ?? []) {
    if (!rule.message || /\boldSelf\b/.test(rule.rule)) continue;
    if (readsOnly(rule.rule, omitted)) continue;
    const about = path + (rule.fieldPath ?? '');
    messages.set(about, [...(messages.get(about) ?? []), rule.message]);
  }
}

/** `undefined` where the form would refuse the schema: browsers know fewer expressions than Kubernetes. */
function patternOf({ pattern }: ClaimSchema): string | undefined {
  try {
    if (pattern) RegExp(pattern, 'u');
    return pattern;
  } catch {
    return undefined;
  }
}

/** In a CRD, exclusive limits are flags beside the limit. */
function exclusiveLimits(node: ClaimSchema): JsonObject {
  const { minimum, maximum } = node;
  return {
    ...(node.exclusiveMinimum === true && {
      exclusiveMinimum: minimum as JsonValue,
    }),
    ...(node.exclusiveMaximum === true && {
      exclusiveMaximum: maximum as JsonValue,
    }),
  };
}

/** Converts the nodes of one schema. */
class SettingsConverter {
  readonly #messages: RuleMessages = new Map();

  /** @param isRequired - whether the object exists in every claim */
  object(
    node: ClaimSchema,
    path: string,
    isRequired: boolean,
    omitted: ReadonlySet<string>,
  ): SettingsSchema {
    collectMessages(node, path, this.#messages, omitted);
    const fields = Object.entries(node.properties ?? {}).filter(
      ([name]) => !omitted.has(name),
    );
    const isNeeded = (name: string) => node.required?.includes(name) ?? false;
    // The form's data has every object, even an unused one, so an optional object must not have required fields.
    const required = isRequired
      ? fields.map(([name]) => name).filter(isNeeded)
      : [];
    return {
      type: 'object',
      properties: Object.fromEntries(
        fields.map(([name, child]) => [
          name,
          this.#field(
            name,
            child,
            `${path}.${name}`,
            isRequired && isNeeded(name),
          ),
        ]),
      ),
      ...(required.length > 0 && { required }),
    };
  }

  /** The description with the messages of rules about the node. */
  description({ description }: ClaimSchema, path: string): string | undefined {
    const messages = this.#messages.get(path) ?? [];
    const rules =
      messages.length > 0 &&
      `${messages.length > 1 ? 'Rules' : 'Rule'}: ${messages.join('; ')}.`;
    return [description, rules].filter(Boolean).join(' ') || undefined;
  }

  #field(
    name: string,
    node: ClaimSchema,
    path: string,
    isRequired: boolean,
  ): JsonObject {
    const unit = node['x-klutch-unit'];
    const title = node.title ?? fieldTitle(name);
    return {
      title: typeof unit === 'string' ? `${title} (${unit})` : title,
      ...this.#described(node, path, isRequired),
    };
  }

  #described(node: ClaimSchema, path: string, isRequired: boolean): JsonObject {
    // First, because this collects the messages of the node's own rules.
    const value = this.#value(node, path, isRequired);
    const description = this.description(node, path);
    return { ...(description && { description }), ...value };
  }

  #value(node: ClaimSchema, path: string, isRequired: boolean): JsonObject {
    if (node.properties) {
      return this.object(node, path, isRequired, new Set());
    }
    collectMessages(node, path, this.#messages);
    if (node['x-kubernetes-int-or-string']) return { type: 'string' };
    if (node.type === 'array') return this.#array(node, path);
    if (node.type === 'object' || !node.type) return this.#map(node, path);
    return this.#scalar(node);
  }

  #scalar(node: ClaimSchema): JsonObject {
    const pattern = patternOf(node);
    return {
      ...Object.fromEntries(
        copiedKeywords
          .filter(keyword => node[keyword] !== undefined)
          .map(keyword => [keyword, node[keyword] as JsonValue]),
      ),
      ...exclusiveLimits(node),
      ...(pattern && { pattern }),
    };
  }

  /** Without `minItems`: the form's data of an unused list is an empty list, which the form would refuse. */
  #array(node: ClaimSchema, path: string): JsonObject {
    const items = this.#described(node.items ?? {}, `${path}[]`, true);
    return {
      ...this.#scalar(node),
      items,
      // A list of choices is shown as checkboxes only if no value can occur twice.
      ...(items.enum && { uniqueItems: true }),
    };
  }

  /** An object with fields that its schema does not name. */
  #map(node: ClaimSchema, path: string): JsonObject {
    const values = node.additionalProperties;
    return {
      type: 'object',
      additionalProperties:
        typeof values === 'object' && values !== null
          ? this.#described(values as ClaimSchema, `${path}{}`, true)
          : true,
    };
  }
}

/**
 * Converts the schema of `spec`. Keeps titles, descriptions, defaults, choices and limits; units become part of the
 * title, and messages of CEL rules part of the description; Kubernetes' own keywords are left out.
 *
 * @param spec - schema of `spec`, see `specSchemaOf` in klutch-common
 * @param omitted - fields of `spec` that are no settings
 */
export function settingsSchema(
  spec: ClaimSchema,
  omitted: ReadonlySet<string>,
): SettingsSchema {
  const converter = new SettingsConverter();
  const schema = converter.object(spec, '', true, omitted);
  // Only rules: the description of `spec` is about the whole order.
  const description = converter.description({}, '');
  return { ...schema, ...(description && { description }) };
}
