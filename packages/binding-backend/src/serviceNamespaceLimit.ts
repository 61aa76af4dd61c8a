/** The configurable limit of service namespaces per app cluster. */

/** The lowest limit is 0, which means no limit. */
export const maxServiceNamespaces = 1_000_000;

/** Default when no limit is configured. */
export const defaultServiceNamespaceLimit = 500;

/** Whether a number is a valid limit. */
export const isServiceNamespaceLimit = (limit: number): boolean =>
  Number.isInteger(limit) && limit >= 0 && limit <= maxServiceNamespaces;
