/** LogMe2: log management, a syslog receiver in front of OpenSearch. */
import type { DataService, Parameter } from './DataService';
import { icon } from './icons';
import { javaParameters, list, oneOf, text, whole } from './schemas';

const groups = {
  retention: 'Retention of logs',
  search: 'Search engine',
  receiver: 'Log receiver',
};

/** A port of the log receiver. */
const port = (brokerKey: string, protocol: string): Parameter => ({
  group: groups.receiver,
  brokerKey,
  schema: whole(`Port for logs over ${protocol}.`, 1, 65_535),
});

/** The spelling of the first value is the automation's. */
const tlsVersion = (brokerKey: string, which: string): Parameter => ({
  group: groups.receiver,
  brokerKey,
  schema: oneOf(
    `${which} TLS version of the log receiver.`,
    'TLSv1_1',
    'TLS1_2',
    'TLS1_3',
  ),
});

export const logme2: DataService = {
  type: 'logme2',
  kind: 'Logme2Instance',
  plural: 'logme2instances',
  title: 'LogMe2',
  description: 'Log management: receives syslog, stores and searches logs.',
  icon: icon('lines', '#5a5f6b'),
  serviceTitles: {
    'a9s-logme2': 'LogMe2',
  },
  serviceDescription: 'LogMe2. Fixed for life.',
  backends: [
    {
      composition: 'a9s-logme2',
      services: ['a9s-logme2'],
      plans: [
        {
          prefix: 'logme',
          shapes: ['cluster-small', 'single-small'],
          flavours: ['-ssl'],
        },
      ],
    },
  ],
  planFacts: { small: { memory: '768Mi', storage: '500Mi' } },
  planChanges: { singleToMulti: false },
  parameters: {
    ...javaParameters,
    ismJobInterval: {
      group: groups.retention,
      brokerKey: 'ism_job_interval',
      schema: whole('Minutes between two runs of index state management.', 1),
    },
    ismDeletionAfter: {
      group: groups.retention,
      brokerKey: 'ism_deletion_after',
      schema: text('Age after which logs are deleted, such as 1h or 30d.'),
    },
    ismJitter: {
      group: groups.retention,
      brokerKey: 'ism_jitter',
      schema: {
        type: 'number',
        description: 'Random share of the interval by which runs are delayed.',
        minimum: 0,
      },
    },
    opensearchTlsProtocols: {
      group: groups.search,
      brokerKey: 'opensearch-tls-protocols',
      schema: list('TLS versions of the search engine.', {
        type: 'string',
        enum: ['TLSv1.2', 'TLSv1.3'],
      }),
    },
    opensearchTlsCiphers: {
      group: groups.search,
      brokerKey: 'opensearch-tls-ciphers',
      schema: list('TLS ciphers of the search engine.', { type: 'string' }),
    },
    fluentdUdp: port('fluentd-udp', 'UDP'),
    fluentdTcp: port('fluentd-tcp', 'TCP'),
    fluentdTls: port('fluentd-tls', 'TLS'),
    fluentdTlsCiphers: {
      group: groups.receiver,
      brokerKey: 'fluentd-tls-ciphers',
      schema: text('TLS ciphers of the log receiver, in the form of OpenSSL.'),
    },
    fluentdTlsVersion: tlsVersion('fluentd-tls-version', 'The only'),
    fluentdTlsMinVersion: tlsVersion('fluentd-tls-min-version', 'Lowest'),
    fluentdTlsMaxVersion: tlsVersion('fluentd-tls-max-version', 'Highest'),
    groks: {
      group: groups.receiver,
      brokerKey: 'groks',
      schema: list('Patterns that take log lines apart.', {
        type: 'object',
        required: ['pattern'],
        properties: {
          pattern: {
            type: 'string',
            description: 'A pattern in the language of grok.',
          },
        },
      }),
    },
  },
};
