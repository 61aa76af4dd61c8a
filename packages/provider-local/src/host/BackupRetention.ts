/** Removes the data of backups that are older than a number of days, at the start and then every hour. */
import type { Backups } from './Backups';
import type { Restores } from './Restores';

const dayMs = 24 * 3_600_000;
const intervalMs = 3_600_000;

export interface BackupRetentionOptions {
  backups: Backups;
  /** A backup that a restore reads is kept until the next hour. */
  restores: Restores;
  days: number;
  onError(message: string, error: unknown): void;
}

export class BackupRetention {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: BackupRetentionOptions) {}

  /** Resolves when the backups that are too old now are removed. */
  async start(): Promise<void> {
    await this.removeOld();
    this.timer = setInterval(() => {
      this.removeOld().catch(error =>
        this.options.onError('old backups could not be removed', error),
      );
    }, intervalMs);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async removeOld(): Promise<void> {
    const { backups, restores, days } = this.options;
    const oldest = new Date(Date.now() - days * dayMs);
    for (const backupId of backups.olderThan(oldest)) {
      if (restores.uses(backupId)) continue;
      await backups.expire(
        backupId,
        `The data of this backup were removed after ${days} days.`,
      );
    }
  }
}
