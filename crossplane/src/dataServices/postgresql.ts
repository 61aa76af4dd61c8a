/** PostgreSQL: the only service that two automations provide, a9s and a8s. */
import type { DataService, Parameter, Schema } from './DataService';
import { icon } from './icons';
import { flag, list, oneOf, text, whole } from './schemas';

const mebibyte = 1024;
const quantity = '^[0-9]+([.][0-9]+)? ?(B|kB|MB|GB|TB)?$';

/** An amount of memory in PostgreSQL's form. `unit` is what a number without a unit counts, in kB. */
const memory = (
  description: string,
  limits: { unit: number; from: [kB: number, text: string]; to: number },
): Schema & { description: string } =>
  text(description, {
    maxLength: 30,
    pattern: quantity,
    'x-kubernetes-validations': [
      {
        rule: `!self.matches('${quantity}') ||
[double(self.find('^[0-9.]+')) * (
  self.endsWith('kB') ? 1.0 : self.endsWith('MB') ? 1024.0 : self.endsWith('GB') ? 1048576.0 :
  self.endsWith('TB') ? 1073741824.0 : self.endsWith('B') ? 0.0009765625 : ${limits.unit}.0
)].all(kB, kB >= ${limits.from[0]}.0 && kB <= ${limits.to}.0)`,
        message: `must be from ${limits.from[1]} to ${limits.to}kB`,
      },
    ],
  });

const severities = [
  'DEBUG5',
  'DEBUG4',
  'DEBUG3',
  'DEBUG2',
  'DEBUG1',
  'INFO',
  'NOTICE',
  'WARNING',
  'ERROR',
  'LOG',
  'FATAL',
  'PANIC',
];
const maxInt32 = 2_147_483_647;
const maxConnections = 262_143;
const a8s = 'a8s-postgresql';
const a9s = 'a9s-postgresql';

const groups = {
  connections: 'Connections and statements',
  memory: 'Memory and temporary files',
  durability: 'Write-ahead log and replication',
  logging: 'Messages and logs',
};

/** The bounds are PostgreSQL's own: they refuse only what no automation can apply. A plan may allow less. */
const parameters: Record<string, Parameter> = {
  maxConnections: {
    group: groups.connections,
    brokerKey: 'max_connections',
    schema: {
      type: 'number',
      description:
        'Most connections at a time; three of them are kept for administration.',
      multipleOf: 1,
      minimum: 5,
      maximum: maxConnections,
    },
  },
  statementTimeout: {
    group: groups.connections,
    brokerKey: 'statement_timeout',
    unit: 'ms',
    schema: whole(
      'Milliseconds after which a statement is cancelled; 0 for never.',
      0,
      maxInt32,
    ),
  },
  idleInTransactionSessionTimeout: {
    group: groups.connections,
    brokerKey: 'idle_in_transaction_session_timeout',
    only: a9s,
    unit: 'ms',
    schema: whole(
      'Milliseconds after which a session idle in a transaction is ended; 0 for never.',
      0,
      maxInt32,
    ),
  },
  rolePrivileges: {
    group: groups.connections,
    brokerKey: 'role_privileges',
    only: a9s,
    schema: list('Privileges of the roles that service bindings get.', {
      type: 'string',
      enum: ['CREATEDB', 'CREATEROLE', 'REPLICATION'],
    }),
  },
  effectiveCacheSize: {
    group: groups.memory,
    brokerKey: 'effective_cache_size',
    only: a9s,
    schema: memory('What the planner assumes is cached, such as 512MB.', {
      unit: 8,
      from: [8, '8kB'],
      to: 8 * maxInt32,
    }),
  },
  workMem: {
    group: groups.memory,
    brokerKey: 'work_mem',
    only: a9s,
    schema: memory('Memory for one sort or hash, such as 8MB.', {
      unit: 1,
      from: [64, '64kB'],
      to: maxInt32,
    }),
  },
  maintenanceWorkMem: {
    group: groups.memory,
    brokerKey: 'maintenance_work_mem',
    only: a9s,
    schema: memory('Memory for one maintenance command, such as 64MB.', {
      unit: 1,
      from: [mebibyte, '1MB'],
      to: maxInt32,
    }),
  },
  tempFileLimit: {
    group: groups.memory,
    brokerKey: 'temp_file_limit',
    unit: 'kB',
    schema: {
      type: 'integer',
      description:
        'Most disk space for temporary files of one session in kB; -1 for no limit.',
      maximum: maxInt32,
      'x-kubernetes-validations': [
        {
          rule: 'self == -1 || self > 0',
          message: 'must be -1 or greater than 0',
        },
      ],
    },
  },
  dataChecksums: {
    group: groups.durability,
    brokerKey: 'data_checksums',
    only: a9s,
    schema: oneOf('Checksums on data pages.', 'enabled', 'disabled'),
  },
  archiveTimeout: {
    group: groups.durability,
    brokerKey: 'archive_timeout',
    unit: 's',
    schema: whole(
      'Seconds after which a segment of the write-ahead log is archived; 0 for never.',
      0,
      1_073_741_823,
    ),
  },
  walLevelLogical: {
    group: groups.durability,
    brokerKey: 'wal_level_logical',
    only: a9s,
    schema: flag('Write what logical replication needs.'),
  },
  walWriterDelay: {
    group: groups.durability,
    brokerKey: 'wal_writer_delay',
    unit: 'ms',
    schema: {
      type: 'integer',
      description:
        'Milliseconds between two rounds of the write-ahead log writer.',
      maximum: 10_000,
      'x-kubernetes-validations': [
        { rule: 'self > 0', message: 'must be greater than 0' },
      ],
    },
  },
  maxReplicationSlots: {
    group: groups.durability,
    brokerKey: 'max_replication_slots',
    schema: whole('Most replication slots.', 0, maxConnections),
  },
  maxWalSenders: {
    group: groups.durability,
    brokerKey: 'max_wal_senders',
    schema: whole(
      'Most processes that send the write-ahead log.',
      0,
      maxConnections,
    ),
  },
  synchronousCommit: {
    group: groups.durability,
    brokerKey: 'synchronous_commit',
    schema: oneOf(
      'What a commit waits for.',
      'on',
      'off',
      'local',
      'remote_write',
      'remote_apply',
    ),
  },
  clientMinMessages: {
    group: groups.logging,
    brokerKey: 'client_min_messages',
    schema: oneOf(
      'Least severe messages that clients get.',
      ...severities.slice(0, 5),
      'LOG',
      'NOTICE',
      'WARNING',
      'ERROR',
    ),
  },
  logMinMessages: {
    group: groups.logging,
    brokerKey: 'pg_log_min_messages',
    schema: oneOf('Least severe messages that are logged.', ...severities),
  },
  logMinErrorStatement: {
    group: groups.logging,
    brokerKey: 'pg_log_min_error_statement',
    schema: oneOf(
      'Least severe messages whose statement is logged.',
      ...severities,
    ),
  },
  logStatement: {
    group: groups.logging,
    brokerKey: 'log_statement',
    schema: oneOf('Which statements are logged.', 'none', 'ddl', 'mod', 'all'),
  },
  logErrorVerbosity: {
    group: groups.logging,
    brokerKey: 'log_error_verbosity',
    schema: oneOf(
      'How much of an error is logged.',
      'DEFAULT',
      'VERBOSE',
      'TERSE',
    ),
  },
  trackIoTiming: {
    group: groups.logging,
    brokerKey: 'track_io_timing',
    schema: oneOf('Measure the time of reads and writes.', 'on', 'off'),
  },
  maxLocksPerTransaction: {
    only: a8s,
    schema: whole(
      'Locks that the lock table holds for one transaction on average.',
      10,
    ),
  },
  sslCiphers: {
    only: a8s,
    schema: text('List of TLS ciphers, in the form of OpenSSL.'),
  },
  sslMinProtocolVersion: {
    only: a8s,
    schema: oneOf(
      'Lowest TLS version.',
      'TLSv1',
      'TLSv1.1',
      'TLSv1.2',
      'TLSv1.3',
    ),
  },
};

export const postgresql: DataService = {
  type: 'postgresql',
  kind: 'PostgresqlInstance',
  plural: 'postgresqlinstances',
  title: 'PostgreSQL',
  description: 'Relational database with SQL, transactions and extensions.',
  icon: icon('cylinder', '#336791'),
  docsUrl: 'https://www.postgresql.org/docs/',
  serviceTitles: {
    'a9s-postgresql13': 'PostgreSQL 13',
    'a9s-postgresql14': 'PostgreSQL 14',
    'a9s-postgresql15': 'PostgreSQL 15',
    'a9s-postgresql17': 'PostgreSQL 17',
  },
  serviceDescription: 'PostgreSQL and its major version. Fixed for life.',
  backends: [
    {
      composition: a9s,
      services: ['a9s-postgresql13', 'a9s-postgresql15', 'a9s-postgresql17'],
      plans: [
        {
          prefix: 'postgresql',
          shapes: [
            'single-nano',
            'single-small',
            'single-big',
            'replica-small',
            'replica-big',
          ],
          flavours: ['', '-bionic', '-ssl', '-ssl-bionic'],
        },
      ],
    },
    {
      composition: a8s,
      services: ['a9s-postgresql13', 'a9s-postgresql14'],
      plans: [
        {
          prefix: 'postgresql',
          shapes: [
            'single-nano',
            'single-small',
            'single-medium',
            'single-big',
            'replica-nano',
            'replica-small',
            'replica-medium',
            'replica-big',
          ],
        },
      ],
    },
  ],
  planFacts: {
    nano: {
      connections: 20,
      storage: '100Mi',
      defaults: {
        maxConnections: 20,
        workMem: '4MB',
        statementTimeout: 60_000,
        tempFileLimit: 102_400,
      },
    },
    small: {
      connections: 50,
      storage: '500Mi',
      defaults: {
        maxConnections: 50,
        workMem: '8MB',
        statementTimeout: 300_000,
        tempFileLimit: 512_000,
      },
    },
    medium: {
      connections: 100,
      storage: '1Gi',
      defaults: {
        maxConnections: 100,
        workMem: '16MB',
        statementTimeout: 900_000,
        tempFileLimit: 1_048_576,
      },
    },
    big: {
      connections: 200,
      storage: '2Gi',
      defaults: {
        maxConnections: 200,
        workMem: '32MB',
        statementTimeout: 0,
        tempFileLimit: 2_097_152,
      },
    },
  },
  planChanges: { singleToMulti: true },
  parameters,
  rules: [
    {
      rule: "(has(self.compositionRef) && self.compositionRef.name == 'a8s-postgresql') || !self.plan.contains('bionic') || self.service == 'a9s-postgresql13'",
      fieldPath: '.plan',
      message: 'bionic plans exist for a9s-postgresql13 only',
    },
  ],
  fields: {
    expose: oneOf(
      'How the instance can be reached; used by a8s-postgresql only.',
      'Internal',
      'LoadBalancer',
    ),
  },
};
