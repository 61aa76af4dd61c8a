/** A form field for any value, edited as YAML. */
import type { RJSFSchema } from '@rjsf/utils';
import { parseDocument, stringify } from 'yaml';
import { isNode, type Node } from './node';
import {
  presentation,
  singleError,
  titleAndDescription,
  type SettingsField,
  type SettingsLabels,
} from './SettingsField';

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
export function yamlField(
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
