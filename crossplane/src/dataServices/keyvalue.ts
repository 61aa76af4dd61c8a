/** The key-value store: Valkey, or Redis where only that is available. */
import type { DataService, Parameter, PlanFacts, Schema } from './DataService';
import { icon } from './icons';
import { oneOf, text, whole } from './schemas';

const groups = {
  memory: 'Memory and eviction',
  clients: 'Clients and scripts',
  persistence: 'Snapshots',
  tls: 'TLS',
  replication: 'Replication and failover',
};

/** A parameter of plans with replicas. Real brokers have some of these switched off unless an operator enables them. */
const ofReplicas = (
  brokerKey: string,
  schema: Schema & { description: string },
): Parameter => ({
  group: groups.replication,
  brokerKey,
  topology: 'replica',
  schema,
});

const parameters: Record<string, Parameter> = {
  snapshot: {
    group: groups.persistence,
    brokerKey: 'snapshot',
    schema: text(
      'When snapshots are written: [] for never, or a list such as ["save 900 1","save 300 10"] of seconds and changes.',
      {
        pattern:
          '^\\[("save [1-9][0-9]* [1-9][0-9]*"(,"save [1-9][0-9]* [1-9][0-9]*")*)?\\]$',
      },
    ),
  },
  replBacklogSize: ofReplicas(
    'repl-backlog-size',
    text('Size of the replication backlog, such as 1mb.', {
      pattern: '^[1-9][0-9]*((k|m|g)b?)?$',
    }),
  ),
  minReplicasToWrite: ofReplicas(
    'min-replicas-to-write',
    whole('Replicas that must be connected for writes to be accepted.', 0),
  ),
  minReplicasMaxLag: ofReplicas(
    'min-replicas-max-lag',
    whole('Most seconds that a replica may lag behind to count.', 1),
  ),
  lazyfreeLazyEviction: {
    group: groups.memory,
    brokerKey: 'lazyfree-lazy-eviction',
    schema: oneOf('Free evicted values in the background.', 'yes', 'no'),
  },
  lazyfreeLazyExpire: {
    group: groups.memory,
    brokerKey: 'lazyfree-lazy-expire',
    schema: oneOf('Free expired values in the background.', 'yes', 'no'),
  },
  maxmemory: {
    group: groups.memory,
    brokerKey: 'maxmemory',
    schema: text(
      'Most memory for data, such as 64mb; 0 for no limit, dynamic for what the plan has.',
      { pattern: '^(dynamic|0|[1-9][0-9]*((k|m|g)b?)?)$', maxLength: 30 },
    ),
  },
  maxmemoryPolicy: {
    group: groups.memory,
    brokerKey: 'maxmemory-policy',
    schema: oneOf(
      'Which keys are evicted when the memory is used up.',
      'volatile-lru',
      'volatile-lfu',
      'volatile-random',
      'volatile-ttl',
      'allkeys-lru',
      'allkeys-lfu',
      'allkeys-random',
      'noeviction',
    ),
  },
  maxmemorySamples: {
    group: groups.memory,
    brokerKey: 'maxmemory-samples',
    schema: whole('Keys that are compared for one eviction.', 0),
  },
  maxclients: {
    group: groups.clients,
    brokerKey: 'maxclients',
    schema: whole('Most client connections at a time.', 0),
  },
  luaTimeLimit: {
    group: groups.clients,
    brokerKey: 'lua-time-limit',
    unit: 'ms',
    schema: whole('Most milliseconds that a Lua script may run.', 0),
  },
  downAfterMilliseconds: ofReplicas(
    'down-after-milliseconds',
    whole(
      'Milliseconds without an answer after which a server counts as down.',
      0,
    ),
  ),
  failoverTimeout: ofReplicas(
    'failover-timeout',
    whole('Milliseconds after which a failover is tried again.', 0),
  ),
  hostnameResolution: ofReplicas(
    'hostname-resolution',
    oneOf(
      'Whether replicas are found by host names.',
      'disabled',
      'resolve-only',
      'enabled',
    ),
  ),
  tlsProtocols: {
    group: groups.tls,
    brokerKey: 'tls-protocols',
    schema: oneOf(
      'TLS versions that clients may use.',
      'TLSv1.2',
      'TLSv1.3',
      'TLSv1.2 TLSv1.3',
      'TLSv1.3 TLSv1.2',
    ),
  },
  tlsCiphers: {
    group: groups.tls,
    brokerKey: 'tls-ciphers',
    schema: text('List of ciphers for TLS 1.2, in the form of OpenSSL.'),
  },
  tlsCiphersuites: {
    group: groups.tls,
    brokerKey: 'tls-ciphersuites',
    schema: text('List of cipher suites for TLS 1.3, in the form of OpenSSL.'),
  },
  notifyKeyspaceEvents: {
    group: groups.clients,
    brokerKey: 'notify-keyspace-events',
    schema: text(
      'Events that clients can subscribe to: letters out of KEg$lshzxeA with K or E; empty for none.',
      { pattern: '^$|^[KEg$lshzxeA]*[KE][KEg$lshzxeA]*$' },
    ),
  },
};

/** Of all plans. */
const defaults = {
  snapshot: '["save 3600 1","save 300 100","save 60 10000"]',
  lazyfreeLazyEviction: 'no',
  lazyfreeLazyExpire: 'no',
  maxmemory: 'dynamic',
  maxmemoryPolicy: 'noeviction',
  maxmemorySamples: 5,
  luaTimeLimit: 5000,
  tlsProtocols: 'TLSv1.2 TLSv1.3',
};

const factsOf = (
  connections: number,
  memory: string,
  storage: string,
): PlanFacts => ({
  connections,
  memory,
  storage,
  defaults: { ...defaults, maxclients: connections },
});

export const keyvalue: DataService = {
  type: 'keyvalue',
  kind: 'KeyvalueInstance',
  plural: 'keyvalueinstances',
  title: 'Key-value store',
  description:
    'Values by key in memory, with the protocol of Valkey and Redis.',
  icon: icon('bolt', '#a6352c'),
  docsUrl: 'https://valkey.io/docs/',
  serviceTitles: {
    'a9s-keyvalue8': 'Valkey 8',
  },
  serviceDescription: 'Valkey and its major version. Fixed for life.',
  backends: [
    {
      composition: 'a9s-keyvalue',
      services: ['a9s-keyvalue8'],
      plans: [
        {
          prefix: 'keyvalue',
          shapes: [
            'replica-small',
            'replica-medium',
            'replica-big',
            'single-nano',
            'single-small',
            'single-medium',
            'single-big',
          ],
          flavours: ['-ssl'],
        },
      ],
    },
  ],
  planFacts: {
    nano: factsOf(50, '32Mi', '100Mi'),
    small: factsOf(200, '128Mi', '500Mi'),
    medium: factsOf(500, '256Mi', '1Gi'),
    big: factsOf(1000, '512Mi', '2Gi'),
  },
  planChanges: { singleToMulti: false },
  parameters,
};
