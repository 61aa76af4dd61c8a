/** Errors of the dry run and of the form's own validation, at the fields of the form. */
import type { ErrorSchema } from '@rjsf/utils';
import type { FieldCause } from '../api/KlutchError';
import type { T } from '../hooks/useT';
import { explanationText } from '../shared/explanationText';
import { isNode, type Node } from './node';
import { additionalFields } from './ObjectField';
import type { SettingsField } from './SettingsField';

/** `spec.a.b[0].c` as `['spec', 'a', 'b', '0', 'c']`. */
const parseFieldPath = (path: string) => path.match(/[^.[\]]+/g) ?? [];

/** Errors of the dry run at the form's fields; an error inside a YAML field or list is attached to that field. */
export function settingsErrors(
  causes: FieldCause[],
  form: SettingsField,
  t: T,
): ErrorSchema {
  const errors: ErrorSchema = {};
  for (const { field, ...why } of causes) {
    const message = explanationText(why, t);
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
