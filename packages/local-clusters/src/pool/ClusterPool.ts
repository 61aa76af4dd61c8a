/** Clusters that test suites borrow one after the other. */
import { PooledCluster } from './PooledCluster';
import type { TestClusterVariant } from './startTestCluster';

export class ClusterPool {
  readonly #idle = new Map<string, PooledCluster[]>();
  readonly #all = new Set<PooledCluster>();
  readonly #resets = new Set<Promise<void>>();

  /** An empty cluster: one that a suite returned, or a new one. */
  async acquire(variant: TestClusterVariant): Promise<PooledCluster> {
    const idle = this.#idleOf(variant).pop();
    if (idle) return idle;
    const started = await PooledCluster.start(variant);
    this.#all.add(started);
    return started;
  }

  /** Resets a cluster and keeps the cluster for the next suite; a cluster whose reset fails is stopped. */
  release(pooled: PooledCluster, variant: TestClusterVariant): void {
    const reset = pooled
      .reset()
      .then(() => void this.#idleOf(variant).push(pooled))
      .catch(async error => {
        process.stderr.write(`A test cluster is stopped: ${error}\n`);
        this.#all.delete(pooled);
        await pooled.stop();
      })
      .finally(() => this.#resets.delete(reset));
    this.#resets.add(reset);
  }

  /** Resolves when every returned cluster is reset. */
  async idle(): Promise<void> {
    await Promise.all(this.#resets);
  }

  async stop(): Promise<void> {
    await this.idle();
    await Promise.all([...this.#all].map(pooled => pooled.stop()));
  }

  #idleOf(variant: TestClusterVariant): PooledCluster[] {
    const key = JSON.stringify(variant);
    const idle = this.#idle.get(key) ?? [];
    this.#idle.set(key, idle);
    return idle;
  }
}
