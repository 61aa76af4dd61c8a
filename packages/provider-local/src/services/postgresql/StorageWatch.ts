/** Looks at the size of instances again and again, and keeps them within the quota of their plan. */
import { Instance } from './Instance';
import { endWriters, measureSize, planStorageStep } from './quota';
import { isTemporaryDatabase } from './restoreDatabase';

export interface StorageWatchOptions {
  instances(): Instance[];
  intervalMs: number;
  onError(message: string, error: unknown): void;
}

export class StorageWatch {
  private readonly sizes = new WeakMap<Instance, number>();
  private readonly timer: NodeJS.Timeout;
  private looking: Promise<void> | undefined;

  constructor(private readonly options: StorageWatchOptions) {
    this.timer = setInterval(() => void this.look(), options.intervalMs);
    this.timer.unref();
  }

  /** Looks at all instances that answer, one after the other. Looks that would overlap are one. */
  look(): Promise<void> {
    this.looking ??= this.lookAtAll().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async lookAtAll() {
    for (const instance of this.options.instances()) {
      if (!instance.usable) continue;
      try {
        await this.lookAt(instance);
      } catch (error) {
        // A server that has just gone tells so in another way; the next look finds it.
        if (instance.usable)
          this.options.onError(
            'the size of an instance could not be checked',
            error,
          );
      }
    }
  }

  private async lookAt(instance: Instance) {
    const access = instance.access();
    const size = await measureSize(access, name =>
      isTemporaryDatabase(instance.database, name),
    );
    const step = planStorageStep({
      size,
      previousSize: this.sizes.get(instance) ?? size,
      quota: instance.quota.bytes,
      readOnly: instance.quota.used,
    });
    this.sizes.set(instance, size);
    if (step === 'lock') await instance.setReadOnly(true);
    if (step === 'unlock') await instance.setReadOnly(false);
    if (step === 'lock' || step === 'endWriters') await endWriters(access);
  }
}
