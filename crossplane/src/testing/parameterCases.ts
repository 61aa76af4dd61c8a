import type { DataServiceType } from '../dataServices/DataService';

/** Parameters of PostgreSQL claims, each with the schema's verdict; every provider must give the same verdict. */

/** `[parameter, value]`: values that PostgreSQL accepts, including the smallest and the largest. */
export const acceptedParameters: [string, unknown][] = [
  ['maxConnections', 5],
  ['effectiveCacheSize', '8kB'],
  ['effectiveCacheSize', '1'],
  ['workMem', '64kB'],
  ['workMem', '65536 B'],
  ['workMem', '1.5MB'],
  ['workMem', '2147483647kB'],
  ['effectiveCacheSize', '2147483647'],
  ['effectiveCacheSize', '15TB'],
  ['maintenanceWorkMem', '1024'],
  ['maintenanceWorkMem', '64 MB'],
  ['tempFileLimit', -1],
  ['archiveTimeout', 1_073_741_823],
  ['statementTimeout', 2_147_483_647],
  ['idleInTransactionSessionTimeout', 0],
  ['walWriterDelay', 10_000],
  ['maxReplicationSlots', 0],
  ['maxWalSenders', 10],
  ['rolePrivileges', ['CREATEDB', 'REPLICATION']],
  ['dataChecksums', 'enabled'],
  ['logMinMessages', 'INFO'],
];

/** `[parameter, value]`: values that the service rejects under every plan. */
export const refusedParameters: [string, unknown][] = [
  ['maxConnections', -5],
  ['maxConnections', 4],
  ['maxConnections', 10.5],
  ['maxConnections', 262_144],
  ['effectiveCacheSize', '4kB'],
  ['effectiveCacheSize', '0'],
  ['workMem', 'banana'],
  ['workMem', '8mb'],
  ['workMem', '-8MB'],
  ['workMem', '63kB'],
  ['workMem', '63'],
  ['workMem', '1000B'],
  ['workMem', "1MB'\nport = '1"],
  ['workMem', '2TB'],
  ['workMem', '2147483648'],
  ['maintenanceWorkMem', '3TB'],
  ['effectiveCacheSize', '16TB'],
  ['maintenanceWorkMem', '1023kB'],
  ['maintenanceWorkMem', '0.5MB'],
  ['tempFileLimit', -2],
  ['tempFileLimit', 2_147_483_648],
  ['archiveTimeout', -1],
  ['archiveTimeout', 1_073_741_824],
  ['statementTimeout', -1],
  ['statementTimeout', 2_147_483_648],
  ['idleInTransactionSessionTimeout', -1],
  ['idleInTransactionSessionTimeout', 2_147_483_648],
  ['walWriterDelay', 0],
  ['walWriterDelay', 10_001],
  ['maxReplicationSlots', -1],
  ['maxReplicationSlots', 262_144],
  ['maxWalSenders', -1],
  ['maxWalSenders', 262_144],
];

/** Parameters of the other services: `[service type, parameter, value]`, each accepted. */
export const acceptedOtherParameters: [DataServiceType, string, unknown][] = [
  ['keyvalue', 'snapshot', '[]'],
  ['keyvalue', 'snapshot', '["save 900 1","save 60 10000"]'],
  ['keyvalue', 'maxmemory', 'dynamic'],
  ['keyvalue', 'maxmemory', '64mb'],
  ['keyvalue', 'notifyKeyspaceEvents', ''],
  ['keyvalue', 'notifyKeyspaceEvents', 'gK'],
  ['keyvalue', 'tlsProtocols', 'TLSv1.2 TLSv1.3'],
  ['keyvalue', 'maxclients', 0],
  ['logme2', 'javaHeapspace', 256],
  ['logme2', 'ismJitter', 0.5],
  ['logme2', 'fluentdTlsVersion', 'TLSv1_1'],
  ['logme2', 'groks', [{ pattern: '%{WORD:verb}' }]],
  ['mariadb', 'binlogExpireDays', 1],
  ['mariadb', 'databases', ['shop', 'stock']],
  ['messaging', 'consumerTimeout', 1_800_000],
  ['messaging', 'tlsProtocols', ['tlsv1.3']],
  ['mongodb', 'setClusterParameter', mongodbParameter('off')],
  ['mongodb', 'setClusterParameter', mongodbParameter(0)],
  ['prometheus', 'mappingStrictMatch', true],
  [
    'prometheus',
    'scrapeConfigs',
    [{ job_name: 'app', static_configs: [{ targets: ['localhost:1'] }] }],
  ],
  ['search', 'javaMaxmetaspace', 1024],
  ['search', 'tlsProtocols', ['TLSv1.2', 'TLSv1.3']],
];

/** Parameters of the other services: `[service type, parameter, value]`, each refused. */
export const refusedOtherParameters: [DataServiceType, string, unknown][] = [
  ['keyvalue', 'snapshot', '["save 0 1"]'],
  ['keyvalue', 'snapshot', '["save 900 1", "save 60 10"]'],
  ['keyvalue', 'maxmemory', '-1'],
  ['keyvalue', 'maxmemory', '64 MB'],
  ['keyvalue', 'notifyKeyspaceEvents', 'g'],
  ['keyvalue', 'lazyfreeLazyExpire', 'on'],
  ['keyvalue', 'maxclients', -1],
  ['keyvalue', 'replBacklogSize', '1mb'],
  ['keyvalue', 'downAfterMilliseconds', 1000],
  ['logme2', 'javaHeapspace', 255],
  ['logme2', 'ismJobInterval', 0],
  ['logme2', 'fluentdTcp', 0],
  ['logme2', 'fluentdTlsVersion', 'TLSv1.2'],
  ['logme2', 'groks', [{ patterns: 'x' }]],
  ['mariadb', 'binlogExpireDays', 0],
  ['messaging', 'consumerTimeout', 1_799_999],
  ['messaging', 'tlsProtocols', ['TLSv1.3']],
  ['mongodb', 'setClusterParameter', mongodbParameter('on')],
  ['mongodb', 'setClusterParameter', mongodbParameter(-1)],
  ['prometheus', 'scrapeConfigs', ['app']],
  ['search', 'javaMaxmetaspace', 1025],
  ['search', 'javaGarbageCollector', 'UseZGC'],
];

function mongodbParameter(expireAfterSeconds: string | number) {
  return {
    changeStreamOptions: { preAndPostImages: { expireAfterSeconds } },
  };
}
