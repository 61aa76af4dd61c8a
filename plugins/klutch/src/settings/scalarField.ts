/** Form fields for text, numbers, booleans and int-or-strings. */
import type { RJSFSchema } from '@rjsf/utils';
import { isNode, type Node } from './node';
import {
  presentation,
  titleAndDescription,
  type SettingsField,
  type SettingsLabels,
} from './SettingsField';

/**
 * The keywords of a CRD schema node that a JSON schema form supports. `minItems` is left out: the form data of a
 * list whose entries were removed is an empty list, for which the form would report missing items.
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

/** A text field for an int-or-string; digits are sent as a number. */
export function intOrStringField(
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
      return data;
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

export function scalarField(
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
    // A cleared input is undefined; an empty text is one that the claim had before.
    toValue: data => (data === null ? undefined : data),
    toData: value => value,
    validate: () => undefined,
  };
}
