/** Which secret has a kubeconfig. */

/** Where the kubeconfig came from: a key of a secret of the app cluster. */
export interface SecretRef {
  /** Namespace of the secret. */
  namespace: string;
  /** Name of the secret. */
  name: string;
  /** Key in its data. */
  key: string;
}
