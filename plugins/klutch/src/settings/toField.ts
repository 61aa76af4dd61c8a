/**
 * Form fields for the nodes of a CRD schema, and the conversion of their form data to the claim's values. No field is
 * omitted: fields without a suitable input are edited as YAML.
 */
import { arrayField } from './arrayField';
import { isNode } from './node';
import { ObjectField } from './ObjectField';
import { intOrStringField, scalarField } from './scalarField';
import type { ToField } from './SettingsField';
import { yamlField } from './yamlField';

const scalars = new Set(['string', 'integer', 'number', 'boolean']);

export const toField: ToField = (name, node, labels, place) => {
  if (node['x-kubernetes-int-or-string']) {
    return intOrStringField(name, node, labels);
  }
  if (isNode(node.properties) && Object.keys(node.properties).length > 0) {
    return new ObjectField(name, node, labels, place, toField);
  }
  if (node.type === 'array') {
    return arrayField(name, node, labels, place, toField);
  }
  return typeof node.type === 'string' && scalars.has(node.type)
    ? scalarField(name, node, labels)
    : yamlField(name, node, labels);
};
