/** Location of a kubeconfig in a Secret. */

/** A key of a Secret on the app cluster that holds a kubeconfig. */
export interface SecretRef {
  /** Namespace of the Secret. */
  namespace: string;
  /** Name of the Secret. */
  name: string;
  /** Key in the Secret's data. */
  key: string;
}

/** Identifies a kubeconfig: a Secret may have several. */
export const secretRefId = ({ namespace, name, key }: SecretRef): string =>
  `${namespace}/${name} ${key}`;
