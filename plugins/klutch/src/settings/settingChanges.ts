/** What differs between two states of the settings, and the patch that leads from one to the other. Pure functions. */
import type { SettingsField } from './SettingsField';
import { isNode, type Node } from './node';

/** One setting that differs; a missing value is undefined. */
export interface SettingChange {
  /** Names of the fields that lead to the setting, from `spec`. */
  path: string[];
  before: unknown;
  after: unknown;
}

/** Objects are compared field by field; lists and other values as a whole. */
export function settingChanges(
  before: Node,
  after: Node,
  path: string[] = [],
): SettingChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap(key => {
    const one = before[key];
    const other = after[key];
    const at = [...path, key];
    const isGroup = (value: unknown) => value === undefined || isNode(value);
    if (isGroup(one) && isGroup(other)) {
      return settingChanges((one ?? {}) as Node, (other ?? {}) as Node, at);
    }
    return JSON.stringify(one) === JSON.stringify(other)
      ? []
      : [{ path: at, before: one, after: other }];
  });
}

/**
 * The JSON merge patch of `spec` that leads from one state to the other. An object that is gone is removed as a whole:
 * without its fields it would still be there, which its schema may forbid.
 */
export function patchOf(before: Node, after: Node): Node {
  const patch: Node = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const one = before[key];
    const other = after[key];
    if (JSON.stringify(one) === JSON.stringify(other)) continue;
    patch[key] =
      isNode(one) && isNode(other) ? patchOf(one, other) : (other ?? null);
  }
  return patch;
}

/** `Parameters › Max connections`; a field without a form field of its own by its name. */
export function titleOfSetting(form: SettingsField, path: string[]): string {
  const titles: string[] = [];
  let field: SettingsField | undefined = form;
  for (const key of path) {
    field = field?.fields?.[key];
    titles.push(field?.schema.title ?? key);
  }
  return titles.join(' › ');
}

/** A value of a setting in one line; undefined when it has none. */
export const settingText = (value: unknown): string | undefined =>
  typeof value === 'string' || value === undefined
    ? value
    : JSON.stringify(value);
