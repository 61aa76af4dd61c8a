/** MariaDB. */
import type { DataService } from './DataService';
import { icon } from './icons';
import { flag, list, whole } from './schemas';

export const mariadb: DataService = {
  type: 'mariadb',
  kind: 'MariadbInstance',
  plural: 'mariadbinstances',
  title: 'MariaDB',
  description: 'Relational database that speaks the protocol of MySQL.',
  icon: icon('cylinder', '#8a5a2b'),
  docsUrl: 'https://mariadb.com/kb/en/documentation/',
  serviceTitles: {
    'a9s-mariadb106': 'MariaDB 10.6',
    'a9s-mariadb1011': 'MariaDB 10.11',
  },
  serviceDescription: 'MariaDB and its version. Fixed for life.',
  backends: [
    {
      composition: 'a9s-mariadb',
      services: ['a9s-mariadb106', 'a9s-mariadb1011'],
      plans: [
        {
          prefix: 'mariadb',
          shapes: [
            'single-nano',
            'single-small',
            'single-big',
            'cluster-small',
            'cluster-big',
          ],
          flavours: ['', '-ssl'],
        },
      ],
    },
  ],
  planFacts: {
    nano: { connections: 20, storage: '200Mi' },
    small: { connections: 50, storage: '500Mi' },
    big: { connections: 200, storage: '2Gi' },
  },
  planChanges: { singleToMulti: true },
  rules: [
    {
      rule: "self.service != 'a9s-mariadb1011' || self.plan.contains('ssl')",
      fieldPath: '.plan',
      message: 'a9s-mariadb1011 needs a plan with -ssl',
    },
  ],
  parameters: {
    binlogExpireDays: {
      brokerKey: 'binlog_expire_days',
      schema: whole('Days after which binary logs are removed.', 1),
    },
    databases: {
      brokerKey: 'databases',
      schema: list('Names of databases to create besides the default one.', {
        type: 'string',
      }),
    },
    grantPerformanceSchemaPermissions: {
      brokerKey: 'grant_performance_schema_permissions',
      schema: flag(
        'Whether users of service bindings may read performance_schema.',
      ),
    },
  },
};
