/** The common name of an export, a binding and a CRD. */

/** Group and plural of an API, as in templates, requests and roles. */
export interface ApiResource {
  /** API group; `''` is the core group. */
  group: string;
  /** Lower-case plural. */
  resource: string;
}

/**
 * `<plural>.<group>`, only `<plural>` for the core group: name of the export, the binding and the CRD. For descriptors of
 * resources, `resourceName` of `@klutch/kube` is the same; from that package only types are imported here.
 */
export const apiName = ({ group, resource }: ApiResource): string =>
  group === '' ? resource : `${resource}.${group}`;

/** Parses the result of {@link apiName}. */
export const parseApiName = (name: string): ApiResource => {
  const dot = name.indexOf('.');
  return dot < 0
    ? { group: '', resource: name }
    : { group: name.slice(dot + 1), resource: name.slice(0, dot) };
};
