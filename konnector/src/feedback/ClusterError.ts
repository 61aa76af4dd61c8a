/** Which cluster gave an error: what follows from it, and what people are told, depends on that. */
import type { ClusterDisplayName } from './ClusterDisplayName';

/** A cluster refused, or failed at, what it was asked. */
export class ClusterError extends Error {
  /** Always `ClusterError`. */
  override readonly name = 'ClusterError';

  /**
   * @param cluster - that was asked.
   * @param cause - its answer.
   */
  constructor(
    readonly cluster: ClusterDisplayName,
    override readonly cause: unknown,
  ) {
    super(`The ${cluster} did not do it.`);
  }
}

/** Waits for the answer of a cluster. @throws ClusterError */
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
