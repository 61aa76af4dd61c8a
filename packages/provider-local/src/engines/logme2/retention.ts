/** Deletes logs above an age. */
import { AdminClient } from '../search/server/AdminClient';
import { LogParameters } from './parameters';
import { indexPrefix } from './rsyslog';

type Settings = Pick<
  LogParameters,
  'deletionAfterMs' | 'intervalMs' | 'jitter'
>;

const dayMs = 86_400_000;

/** Indices of days that ended before `limit`. Pure function. */
export const expiredIndices = (names: readonly string[], limit: number) =>
  names.filter(name => {
    const [, day] =
      new RegExp(`^${indexPrefix}(\\d{4}-\\d\\d-\\d\\d)$`).exec(name) ?? [];
    return day !== undefined && Date.parse(`${day}T00:00:00Z`) + dayMs <= limit;
  });

export class Retention {
  /** The first deletion is due at once. */
  private lastRun = 0;
  private delayShare = 0;

  constructor(
    private readonly admin: AdminClient,
    private readonly settings: () => Settings,
  ) {}

  /** Deletes what is too old, unless the last deletion was less than the interval ago. */
  async runIfDue(now = Date.now()): Promise<void> {
    const { deletionAfterMs, intervalMs, jitter } = this.settings();
    const delay = intervalMs * (1 + jitter * this.delayShare);
    if (deletionAfterMs === undefined || now < this.lastRun + delay) return;
    this.lastRun = now;
    this.delayShare = Math.random();
    await this.deleteBefore(now - deletionAfterMs);
  }

  private async deleteBefore(limit: number): Promise<void> {
    const pattern = `${indexPrefix}*`;
    const indices = await this.admin.json<{ index: string }[]>(
      'GET',
      `/_cat/indices/${pattern}?format=json&h=index`,
    );
    const names = indices.map(({ index }) => index);
    for (const name of expiredIndices(names, limit)) {
      await this.admin.call('DELETE', `/${name}`, { allow: [404] });
    }
    await this.admin.call(
      'POST',
      `/${pattern}/_delete_by_query?conflicts=proceed&refresh=true`,
      {
        body: {
          query: {
            range: { received_at: { lt: new Date(limit).toISOString() } },
          },
        },
      },
    );
  }
}
