/** A claim of every service with every parameter of its a9s Composition, so that every patch is used. */
import type { DataServiceType } from '../src/dataServices/DataService';

const java = {
  javaHeapspace: 256,
  javaMaxmetaspace: 512,
  javaGarbageCollector: 'UseG1GC',
};

/** `spec` without `compositionRef`, which then is the default. */
export const claimsWithAllParameters: Record<
  DataServiceType,
  { service: string; plan: string; parameters: Record<string, unknown> }
> = {
  postgresql: {
    service: 'a9s-postgresql15',
    plan: 'postgresql-single-nano',
    parameters: {
      dataChecksums: 'enabled',
      maxConnections: 20,
      effectiveCacheSize: '512MB',
      workMem: '8MB',
      maintenanceWorkMem: '64MB',
      tempFileLimit: -1,
      trackIoTiming: 'on',
      archiveTimeout: 60,
      statementTimeout: 1000,
      idleInTransactionSessionTimeout: 2000,
      rolePrivileges: ['CREATEDB', 'CREATEROLE'],
      walLevelLogical: false,
      walWriterDelay: 200,
      maxReplicationSlots: 0,
      maxWalSenders: 0,
      synchronousCommit: 'off',
      clientMinMessages: 'NOTICE',
      logMinMessages: 'WARNING',
      logMinErrorStatement: 'ERROR',
      logStatement: 'ddl',
      logErrorVerbosity: 'TERSE',
    },
  },
  mariadb: {
    service: 'a9s-mariadb106',
    plan: 'mariadb-single-nano',
    parameters: {
      binlogExpireDays: 2,
      databases: ['shop', 'stock'],
      grantPerformanceSchemaPermissions: true,
    },
  },
  mongodb: {
    service: 'a9s-mongodb70',
    plan: 'mongodbsspl-single-nano',
    parameters: {
      setClusterParameter: {
        changeStreamOptions: {
          preAndPostImages: { expireAfterSeconds: 'off' },
        },
      },
    },
  },
  keyvalue: {
    service: 'a9s-keyvalue8',
    plan: 'keyvalue-replica-small-ssl',
    parameters: {
      snapshot: '["save 900 1"]',
      replBacklogSize: '1mb',
      minReplicasToWrite: 1,
      minReplicasMaxLag: 10,
      lazyfreeLazyEviction: 'yes',
      lazyfreeLazyExpire: 'no',
      maxmemory: 'dynamic',
      maxmemoryPolicy: 'allkeys-lru',
      maxmemorySamples: 5,
      maxclients: 100,
      luaTimeLimit: 5000,
      downAfterMilliseconds: 1000,
      failoverTimeout: 2000,
      hostnameResolution: 'enabled',
      tlsProtocols: 'TLSv1.2 TLSv1.3',
      tlsCiphers: 'HIGH',
      tlsCiphersuites: 'TLS_AES_128_GCM_SHA256',
      notifyKeyspaceEvents: 'Kg',
    },
  },
  messaging: {
    service: 'a9s-messaging4',
    plan: 'messaging-single-nano',
    parameters: {
      consumerTimeout: 1_800_000,
      tlsProtocols: ['tlsv1.3'],
      tlsCiphers: ['TLS_AES_128_GCM_SHA256'],
    },
  },
  search: {
    service: 'a9s-search2',
    plan: 'search-single-nano-ssl',
    parameters: {
      ...java,
      tlsProtocols: ['TLSv1.3'],
      tlsCiphers: ['TLS_AES_128_GCM_SHA256'],
    },
  },
  logme2: {
    service: 'a9s-logme2',
    plan: 'logme-single-small-ssl',
    parameters: {
      ...java,
      ismJobInterval: 5,
      ismDeletionAfter: '30d',
      ismJitter: 0.25,
      opensearchTlsProtocols: ['TLSv1.2'],
      opensearchTlsCiphers: ['TLS_AES_128_GCM_SHA256'],
      fluentdUdp: 514,
      fluentdTcp: 515,
      fluentdTls: 6514,
      fluentdTlsCiphers: 'HIGH',
      fluentdTlsVersion: 'TLS1_2',
      fluentdTlsMinVersion: 'TLSv1_1',
      fluentdTlsMaxVersion: 'TLS1_3',
      groks: [{ pattern: '%{WORD:verb}' }],
    },
  },
  prometheus: {
    service: 'a9s-prometheus',
    plan: 'promgraf2-single-small',
    parameters: {
      mappingStrictMatch: true,
      scrapeConfigs: [
        { job_name: 'app', static_configs: [{ targets: ['localhost:9100'] }] },
      ],
    },
  },
};
