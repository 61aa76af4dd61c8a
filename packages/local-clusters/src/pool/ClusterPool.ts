/** Clusters that suites share, one suite at a time each. */
import { PooledCluster } from './PooledCluster';
import type { TestClusterVariant } from './startTestCluster';

export class ClusterPool {
  readonly #idle = new Map<string, PooledCluster[]>();
  readonly #all = new Set<PooledCluster>();
  readonly #resets = new Set<Promise<void>>();

  /** An empty cluster: one that a suite gave back, or a new one. */
  async lend(variant: TestClusterVariant): Promise<PooledCluster> {
    const idle = this.#idleOf(variant).pop();
    if (idle) return idle;
    const started = await PooledCluster.start(variant);
    this.#all.add(started);
    return started;
  }

  /** Empties a cluster and keeps it for the next suite; one that cannot be emptied is stopped. */
  giveBack(pooled: PooledCluster, variant: TestClusterVariant): void {
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

  /** Settles when every cluster that was given back has been emptied. */
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
