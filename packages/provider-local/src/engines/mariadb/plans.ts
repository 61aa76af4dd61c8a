/** What this sandbox offers of MariaDB, with the settings of each plan size. */
import { Offer, OfferedPlan } from '../../host/ServiceEngine';

const MiB = 1024 * 1024;

/** A plan, with the settings of its servers. */
export interface Plan extends OfferedPlan {
  maximums: { binlog_expire_days: number };
  /** Connections of users; administration has connections of its own. */
  connections: number;
  bufferPoolBytes: number;
}

/** The largest value of the server's setting, which counts seconds in 32 bits. */
const maxBinlogExpireDays = 49_710;

const sizes = {
  nano: {
    connections: 20,
    bufferPoolBytes: 32 * MiB,
    storageBytes: 200 * MiB,
  },
  small: {
    connections: 50,
    bufferPoolBytes: 64 * MiB,
    storageBytes: 500 * MiB,
  },
  big: {
    connections: 200,
    bufferPoolBytes: 256 * MiB,
    storageBytes: 2048 * MiB,
  },
} as const satisfies Record<string, Partial<Plan>>;

/** The series whose programs Debian 12 has; servers of other series are not used. */
export const serverSeries = '10.11';

/** MariaDB 10.11 has only plans with TLS. */
const plans = Object.entries(sizes).map(([size, settings]): Plan => ({
  name: `mariadb-single-${size}-ssl`,
  id: `plan-mariadb-single-${size}-ssl`,
  maximums: { binlog_expire_days: maxBinlogExpireDays },
  ...settings,
}));

export const offers: readonly Offer<Plan>[] = [
  {
    serviceName: 'a9s-mariadb1011',
    serviceId: 'svc-mariadb1011',
    title: `MariaDB ${serverSeries}`,
    plans,
  },
];
