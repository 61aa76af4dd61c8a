/** Names of the indexes of the cache of bindings. */
export const bindingIndexes = {
  /** `namespace/name` of the kubeconfig Secret. */
  secret: 'secret',
  /** Name of the binding, which is the name of its API. */
  api: 'api',
} as const;
