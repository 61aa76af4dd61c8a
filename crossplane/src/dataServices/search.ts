/** The search engine: OpenSearch. */
import type { DataService } from './DataService';
import { icon } from './icons';
import { javaParameters, list } from './schemas';

export const search: DataService = {
  type: 'search',
  kind: 'SearchInstance',
  plural: 'searchinstances',
  title: 'Search',
  description: 'Search and analytics engine: OpenSearch.',
  icon: icon('lens', '#00696b'),
  docsUrl: 'https://docs.opensearch.org/',
  serviceTitles: {
    'a9s-search2': 'OpenSearch 2',
  },
  serviceDescription: 'OpenSearch and its major version. Fixed for life.',
  backends: [
    {
      composition: 'a9s-search',
      services: ['a9s-search2'],
      plans: [
        {
          prefix: 'search',
          shapes: [
            'cluster-small',
            'cluster-medium',
            'cluster-big',
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
    nano: { memory: '512Mi', storage: '200Mi' },
    small: { memory: '768Mi', storage: '500Mi' },
    medium: { memory: '1Gi', storage: '1Gi' },
    big: { memory: '2Gi', storage: '2Gi' },
  },
  planChanges: { singleToMulti: true },
  parameters: {
    ...javaParameters,
    tlsProtocols: {
      brokerKey: 'tls-protocols',
      schema: list('TLS versions that clients may use.', {
        type: 'string',
        enum: ['TLSv1.2', 'TLSv1.3'],
      }),
    },
    tlsCiphers: {
      brokerKey: 'tls-ciphers',
      schema: list('TLS ciphers that clients may use.', { type: 'string' }),
    },
  },
};
