/** Messaging: RabbitMQ. */
import type { DataService } from './DataService';
import { icon } from './icons';
import { list, whole } from './schemas';

export const messaging: DataService = {
  type: 'messaging',
  kind: 'MessagingInstance',
  plural: 'messaginginstances',
  title: 'Messaging',
  description: 'Message broker with queues and exchanges: RabbitMQ.',
  icon: icon('envelope', '#b3530f'),
  docsUrl: 'https://www.rabbitmq.com/docs',
  serviceTitles: {
    'a9s-messaging310': 'RabbitMQ 3.10',
    'a9s-messaging312': 'RabbitMQ 3.12',
    'a9s-messaging313': 'RabbitMQ 3.13',
    'a9s-messaging4': 'RabbitMQ 4',
  },
  serviceDescription: 'RabbitMQ and its version. Fixed for life.',
  backends: [
    {
      composition: 'a9s-messaging',
      services: [
        'a9s-messaging310',
        'a9s-messaging312',
        'a9s-messaging313',
        'a9s-messaging4',
      ],
      plans: [
        {
          prefix: 'messaging',
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
    nano: { connections: 50, memory: '128Mi', storage: '200Mi' },
    small: { connections: 200, memory: '256Mi', storage: '500Mi' },
    big: { connections: 1000, memory: '512Mi', storage: '2Gi' },
  },
  planChanges: { singleToMulti: true },
  parameters: {
    consumerTimeout: {
      brokerKey: 'consumer_timeout',
      schema: whole(
        'Milliseconds after which a delivery that no consumer acknowledged closes its channel.',
        1_800_000,
      ),
    },
    tlsProtocols: {
      brokerKey: 'tls-protocols',
      schema: list('TLS versions that clients may use.', {
        type: 'string',
        enum: ['tlsv1.2', 'tlsv1.3'],
      }),
    },
    tlsCiphers: {
      brokerKey: 'tls-ciphers',
      schema: list('TLS ciphers that clients may use.', { type: 'string' }),
    },
  },
};
