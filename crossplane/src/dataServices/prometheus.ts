/** Prometheus with Alertmanager, Graphite exporter and, by plan, Grafana. */
import type { DataService } from './DataService';
import { icon } from './icons';
import { flag } from './schemas';

const shapes = ['single-small', 'single-big'] as const;

export const prometheus: DataService = {
  type: 'prometheus',
  kind: 'PrometheusInstance',
  plural: 'prometheusinstances',
  title: 'Prometheus',
  description: 'Collects metrics, answers PromQL and raises alerts.',
  icon: icon('bars', '#b8391d'),
  docsUrl: 'https://prometheus.io/docs/',
  serviceTitles: {
    'a9s-prometheus': 'Prometheus',
  },
  serviceDescription: 'Prometheus.',
  backends: [
    {
      composition: 'a9s-prometheus',
      services: ['a9s-prometheus'],
      plans: [
        { prefix: 'prometheus', shapes },
        { prefix: 'promgraf2', shapes, extra: 'Grafana' },
        { prefix: 'prometheus2-grafana10', shapes, extra: 'Grafana 10' },
      ],
    },
  ],
  planFacts: {
    small: { memory: '256Mi', storage: '500Mi' },
    big: { memory: '512Mi', storage: '2Gi' },
  },
  planChanges: { singleToMulti: false, fixed: true },
  parameters: {
    mappingStrictMatch: {
      brokerKey: 'mapping_strict_match',
      schema: flag(
        'Whether the Graphite exporter drops samples that no mapping matches.',
      ),
    },
    scrapeConfigs: {
      brokerKey: 'scrape_configs',
      schema: {
        type: 'array',
        description:
          'Targets to scrape: entries of scrape_configs in Prometheus’ configuration.',
        items: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
  },
};
