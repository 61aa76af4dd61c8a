/** The name that an export, a binding and a CRD have in common. */

/** An API by group and plural: how templates, requests and roles name it. */
export interface ApiResource {
  /** Its group; `''` is the core group. */
  group: string;
  /** Its lower-case plural. */
  resource: string;
}

/** `<plural>.<group>`, only `<plural>` for the core group: name of the export, the binding and the CRD. */
export const apiName = ({ group, resource }: ApiResource): string =>
  group === '' ? resource : `${resource}.${group}`;

/** Splits what {@link apiName} made. */
export const parseApiName = (name: string): ApiResource => {
  const dot = name.indexOf('.');
  return dot < 0
    ? { group: '', resource: name }
    : { group: name.slice(dot + 1), resource: name.slice(0, dot) };
};
