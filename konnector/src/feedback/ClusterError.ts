/** Records which cluster an error is from, which determines the reaction and the message. */
import type { ClusterDisplayName } from './ClusterDisplayName';

/** A request to a cluster was rejected or failed. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';

  /**
   * @param cluster - the cluster of the request.
   * @param cause - the error of the request.
   */
  constructor(
    readonly cluster: ClusterDisplayName,
    override readonly cause: unknown,
  ) {
    super(`The request to the ${cluster} failed.`);
  }
}

/**
 * Awaits a request to a cluster.
 * @throws ClusterError
 */
export async function withClusterError<T>(
  cluster: ClusterDisplayName,
  request: Promise<T> | T,
): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw new ClusterError(cluster, error);
  }
}
