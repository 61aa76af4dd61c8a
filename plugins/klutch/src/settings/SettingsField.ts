/** What a form field for a node of a CRD schema is, and what fields of all kinds share. */
import { fieldTitle } from '@klutch/backstage-plugin-klutch-common';
import type { ErrorSchema, RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Node } from './node';

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
  /** Converts form data to the claim's value; undefined for input that is empty or was cleared. */
  toValue: (data: unknown) => unknown;
  /** Converts the claim's value to form data, which `toValue` converts back to the same value. */
  toData: (value: unknown) => unknown;
  /** Errors that the form's schema cannot express. */
  validate: (data: unknown) => ErrorSchema | undefined;
  /** For an object: its fields by name. */
  fields?: Record<string, SettingsField>;
}

/**
 * Where a field is, which decides what becomes of an empty list or object:
 * - `required`: it is sent, because the API server would reject a claim without it
 * - `optional`: it is left out
 * - `entry`: in an entry of a list, which a change replaces as a whole, so what the entry had is kept
 */
export type FieldPlace = 'required' | 'optional' | 'entry';

/** Makes the field for a node of a schema. */
export type ToField = (
  name: string,
  node: Node,
  labels: SettingsLabels,
  place: FieldPlace,
) => SettingsField;

/** How the form shows a field besides its title: the help text, and the title of its group. */
export function presentation(
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

export const titleAndDescription = (name: string, node: Node): Node => ({
  title: titleOf(name, node),
  ...(node.description !== undefined && { description: node.description }),
});

export const singleError = (message: string) =>
  ({ __errors: [message] }) as ErrorSchema;

/** The object with these entries; undefined without any. */
export const objectOf = <T>(
  entries: [string, T][],
): Record<string, T> | undefined =>
  entries.length > 0 ? Object.fromEntries(entries) : undefined;
