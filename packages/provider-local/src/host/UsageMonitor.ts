/** Periodically limits the logs of instances, measures what they use and enforces the quota of their plan. */
import { Instance } from './Instance';
import { planQuotaAction } from './quota';
import type { EngineInstance, EngineQuota } from './ServiceEngine';

export interface UsageMonitorOptions {
  instances(): Instance[];
  intervalMs: number;
  onError(message: string, error: unknown): void;
}

export class UsageMonitor {
  private readonly sizes = new WeakMap<Instance, number>();
  private readonly timer: NodeJS.Timeout;
  private checking: Promise<void> | undefined;

  constructor(private readonly options: UsageMonitorOptions) {
    this.timer = setInterval(() => void this.check(), options.intervalMs);
    this.timer.unref();
  }

  /** Checks all instances, the usage only of those without a restore, one after the other. Concurrent calls share one run. */
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
      try {
        await instance.limitLogs();
        await this.checkInstance(instance);
      } catch (error) {
        // The exit of a server is reported elsewhere; the next check sees the new state.
        if (instance.usable)
          this.options.onError(
            'the usage of an instance could not be checked',
            error,
          );
      }
    }
  }

  private async checkInstance(instance: Instance) {
    if (instance.restoring || !instance.usable) return;
    const server = instance.server();
    const storageBytes =
      server.quota && (await this.enforceQuota(instance, server.quota));
    const connections = await this.countConnections(server);
    instance.reportUsage({
      ...(storageBytes !== undefined && {
        storageBytes,
        storageLimitBytes: instance.storageBytes,
      }),
      ...(connections && {
        connections: connections.used,
        connectionLimit: connections.limit,
      }),
    });
  }

  /** Undefined when they cannot be counted: the storage is reported all the same. */
  private async countConnections(server: EngineInstance) {
    try {
      return await server.connections?.();
    } catch (error) {
      this.options.onError('connections could not be counted', error);
      return undefined;
    }
  }

  /** Returns the size in bytes. */
  private async enforceQuota(instance: Instance, quota: EngineQuota) {
    const size = await quota.usage();
    const action = planQuotaAction({
      size,
      previousSize: this.sizes.get(instance) ?? size,
      quota: instance.storageBytes,
      readOnly: instance.readOnly,
    });
    this.sizes.set(instance, size);
    if (action === 'lock') await instance.setReadOnly(true);
    if (action === 'unlock') await instance.setReadOnly(false);
    if (action === 'lock' || action === 'endWriters') await quota.endWriters();
    return size;
  }
}
