/** A form field for a list: a field for each entry, or checkboxes where the entries have choices. */
import type { ErrorSchema } from '@rjsf/utils';
import { isNode, type Node } from './node';
import { scalarField } from './scalarField';
import {
  objectOf,
  type FieldPlace,
  type SettingsField,
  type SettingsLabels,
  type ToField,
} from './SettingsField';
import { yamlField } from './yamlField';

/** An empty list or object that is an entry of a list is one that somebody added; an empty input is one left out. */
const emptyEntry = (data: unknown): unknown => {
  if (Array.isArray(data)) return [];
  return isNode(data) ? {} : undefined;
};

const hasEntries = (value: unknown) => Array.isArray(value) && value.length > 0;

export function arrayField(
  name: string,
  node: Node,
  labels: SettingsLabels,
  place: FieldPlace,
  toField: ToField,
): SettingsField {
  const items = isNode(node.items)
    ? toField(name, node.items, labels, 'entry')
    : undefined;
  if (!items || items.uiSchema['ui:widget'] === 'textarea') {
    return yamlField(name, node, labels);
  }
  const { schema, uiSchema } = scalarField(name, node, labels);
  // Leaving out a list with a default means the default.
  const isSentEmpty = place !== 'optional' || hasEntries(node.default);
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
      if (!Array.isArray(data)) return undefined;
      const values = data
        .map(item => items.toValue(item) ?? emptyEntry(item))
        .filter(item => item !== undefined);
      return values.length > 0 || isSentEmpty ? values : undefined;
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
