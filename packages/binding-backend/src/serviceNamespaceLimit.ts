/** How many service namespaces an app cluster may ask for, by configuration. */

/** From 0, which is no limit. */
export const maxServiceNamespaces = 1_000_000;

/** Where nothing else is configured. */
export const defaultServiceNamespaceLimit = 500;

/** Whether so many can be the limit. */
export const isServiceNamespaceLimit = (limit: number): boolean =>
  Number.isInteger(limit) && limit >= 0 && limit <= maxServiceNamespaces;
