/** What people did to claims in the portal, in the plugin's database. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { Logger } from '@klutch/kube';
import type { Knex } from 'knex';

type Activity = Schemas['Activity'];
type Claim = Schemas['Claim'];

/** The claim that an action is about. */
export type ActivityClaim = Pick<
  Claim,
  | 'cluster'
  | 'namespace'
  | 'resource'
  | 'name'
  | 'type'
  | 'instanceResource'
  | 'instanceRef'
>;

/** What is recorded of some actions only. */
export interface ActivityDetails {
  /** Changed: names of fields of spec. */
  fields?: readonly string[];
  /** Revealed: the reason that the person gave. */
  reason?: string;
  /** An action with the same key is recorded once, whichever replicas report it; at most 64 characters. */
  onceKey?: string;
}

interface Row {
  at: string;
  user_ref: string | null;
  action: Activity['action'];
  cluster: string;
  namespace: string;
  resource: string;
  name: string;
  type: Claim['type'];
  instance_resource: string | null;
  instance_name: string | null;
  fields: string | null;
  reason: string | null;
  once_key: string | null;
}

interface StoredRow extends Row {
  /** In the order of the actions. */
  id: number;
}

const table = 'klutch_activity';

/** How long actions are kept: a year. */
const RETENTION_MS = 365 * 24 * 60 * 60 * 1000;

/** The most actions of people on an instance that are returned. */
const MAX_BY_PEOPLE = 500;

/** The most actions of the backup schedule, which has many in a year; the list of backups has the present ones. */
const MAX_BY_SCHEDULE = 50;

/** How far the clocks of an app cluster and of this server may differ. */
const CLOCK_SKEW_MS = 60_000;

const earlier = (time: Date | string, ms: number) =>
  new Date(new Date(time).getTime() - ms).toISOString();

/** Records actions after they have succeeded. */
export class ActivityLog {
  constructor(
    private readonly options: {
      /** PostgreSQL or SQLite. */
      knex: Knex;
      logger: Logger;
      /** Called after each recorded action: some, such as revealing credentials, change nothing on a cluster. */
      onChange: () => void;
    },
  ) {}

  /**
   * Never rejects, because the action cannot be undone; a failure is logged.
   *
   * @param userRef - undefined: the backup schedule
   */
  async record(
    userRef: string | undefined,
    claim: ActivityClaim,
    action: Activity['action'],
    { fields, reason, onceKey }: ActivityDetails = {},
  ): Promise<void> {
    const { cluster, namespace, resource, name, type } = claim;
    const isInstance = type === 'instance';
    const row: Row = {
      at: new Date().toISOString(),
      user_ref: userRef ?? null,
      action,
      cluster,
      namespace,
      resource,
      name,
      type,
      instance_resource:
        (isInstance ? resource : claim.instanceResource) ?? null,
      instance_name: (isInstance ? name : claim.instanceRef) ?? null,
      fields: fields ? JSON.stringify(fields) : null,
      reason: reason ?? null,
      once_key: onceKey ?? null,
    };
    const { knex, logger, onChange } = this.options;
    try {
      await knex<Row>(table).insert(row).onConflict('once_key').ignore();
      onChange();
    } catch (error) {
      logger.error(
        { error, action, cluster, namespace, resource, name },
        'an action is missing in the activity of its instance',
      );
    }
  }

  /** Actions on an instance and on the claims that refer to it, since the instance was created. */
  async of({
    cluster,
    namespace,
    resource,
    name,
    createdAt,
  }: Claim): Promise<Activity[]> {
    const all = this.options
      .knex<StoredRow>(table)
      .where({
        cluster,
        namespace,
        instance_resource: resource,
        instance_name: name,
      })
      .andWhere('at', '>=', earlier(createdAt, CLOCK_SKEW_MS))
      .orderBy('id', 'desc');
    const byPeople = await all
      .clone()
      .whereNotNull('user_ref')
      .limit(MAX_BY_PEOPLE);
    const bySchedule = await all
      .clone()
      .whereNull('user_ref')
      .limit(MAX_BY_SCHEDULE);
    const rows = [...byPeople, ...bySchedule].sort((a, b) => b.id - a.id);
    return rows.map(row => ({
      at: row.at,
      ...(row.user_ref ? { user: row.user_ref } : { bySchedule: true }),
      action: row.action,
      type: row.type,
      resource: row.resource,
      name: row.name,
      ...(row.fields && { fields: JSON.parse(row.fields) }),
      ...(row.reason && { reason: row.reason }),
    }));
  }

  /** Removes what is older than a year. */
  async removeOld(now: Date): Promise<void> {
    await this.options
      .knex<Row>(table)
      .where('at', '<', earlier(now, RETENTION_MS))
      .delete();
  }
}
