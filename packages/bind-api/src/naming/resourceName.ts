/** The name that an export, a binding and a CRD have in common. */

/** Name of an export, a binding and a CRD: `<plural>.<group>`; only `<plural>` for the core group. */
export const resourceName = (resource: {
  plural: string;
  group: string;
}): string =>
  resource.group === ''
    ? resource.plural
    : `${resource.plural}.${resource.group}`;

/** Splits what {@link resourceName} made. */
export const parseResourceName = (
  name: string,
): { plural: string; group: string } => {
  const dot = name.indexOf('.');
  return dot < 0
    ? { plural: name, group: '' }
    : { plural: name.slice(0, dot), group: name.slice(dot + 1) };
};
