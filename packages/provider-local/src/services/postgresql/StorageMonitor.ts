/** Periodically measures the size of instances and enforces the quota of their plan. */
import { Instance } from './Instance';
import { endWriters, measureSize, planQuotaAction } from './quota';
import { isTemporaryDatabase } from './restoreDatabase';

export interface StorageMonitorOptions {
  instances(): Instance[];
  intervalMs: number;
  onError(message: string, error: unknown): void;
}

export class StorageMonitor {
  private readonly sizes = new WeakMap<Instance, number>();
  private readonly timer: NodeJS.Timeout;
  private checking: Promise<void> | undefined;

  constructor(private readonly options: StorageMonitorOptions) {
    this.timer = setInterval(() => void this.check(), options.intervalMs);
    this.timer.unref();
  }

  /** Measures all responding instances, one after the other. Concurrent calls share one run. */
  check(): Promise<void> {
    this.checking ??= this.checkAll().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.checking;
  }

  private async checkAll() {
    for (const instance of this.options.instances()) {
      if (!instance.usable) continue;
      try {
        await this.checkInstance(instance);
      } catch (error) {
        // The exit of a server is reported elsewhere; the next check sees the new state.
        if (instance.usable)
          this.options.onError(
            'the size of an instance could not be checked',
            error,
          );
      }
    }
  }

  private async checkInstance(instance: Instance) {
    const access = instance.access();
    const size = await measureSize(access, name =>
      isTemporaryDatabase(instance.database, name),
    );
    const action = planQuotaAction({
      size,
      previousSize: this.sizes.get(instance) ?? size,
      quota: instance.quota.bytes,
      readOnly: instance.quota.used,
    });
    this.sizes.set(instance, size);
    if (action === 'lock') await instance.setReadOnly(true);
    if (action === 'unlock') await instance.setReadOnly(false);
    if (action === 'lock' || action === 'endWriters') await endWriters(access);
  }
}
