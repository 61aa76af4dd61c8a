/** Expressions with which a step of a Template passes settings on. Pure functions. */
import type { JsonValue } from '@backstage/types';
import type { ClaimSchema } from '@klutch/backstage-plugin-klutch-common';

/** An expression with the value at a path. */
const expression = (path: string) => `\${{ ${path} }}`;

/** Path of a field; in brackets, because names may contain hyphens. */
export const fieldPath = (path: string, field: string): string =>
  `${path}[${JSON.stringify(field)}]`;

const hasLists = (node: ClaimSchema): boolean =>
  node.type === 'array' || Object.values(node.properties ?? {}).some(hasLists);

/**
 * The value of a setting. An unused list is empty in the form's data; passed on, it would replace the default of the
 * service, so it is left out, for which the object around a list is passed on field by field.
 *
 * @param path - where the value is, such as `parameters["mode"]`
 * @param isRequired - whether the setting exists in every claim
 */
export function settingExpression(
  path: string,
  node: ClaimSchema,
  isRequired: boolean,
): JsonValue {
  if (node.type === 'array') {
    return expression(`${path} if ${path} | length else undefined`);
  }
  const { properties, required = [] } = node;
  // Passed on field by field, an unused object is empty, which is invalid if it must have fields.
  const mayBeEmpty = isRequired || required.length === 0;
  if (!properties || !mayBeEmpty || !hasLists(node)) return expression(path);
  return Object.fromEntries(
    Object.entries(properties).map(([name, child]) => [
      name,
      settingExpression(
        fieldPath(path, name),
        child,
        isRequired && required.includes(name),
      ),
    ]),
  );
}
