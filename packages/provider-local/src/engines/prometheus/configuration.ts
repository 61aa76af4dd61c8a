/** The configuration files and arguments of the servers. Pure functions. */
import { join } from 'node:path';
import { adminUser } from './access';
import { Parameters } from './parameters';
import { Plan } from './plans';
import { render } from './render';

/** Parsed plan and parameters. */
export interface Config {
  plan: Plan;
  parameters: Parameters;
}

export const portNames = [
  'prometheus',
  'alertmanager',
  'graphite',
  'graphite-metrics',
] as const;

/** Port numbers. */
export type Ports = Readonly<Record<(typeof portNames)[number], number>>;

/** Names of files and folders in the data folder. */
export const files = {
  prometheus: 'prometheus.yml',
  candidate: 'candidate.yml',
  alertmanager: 'alertmanager.yml',
  graphite: 'graphite.json',
  graphiteProgram: 'graphite-exporter.cjs',
  /** The users of Prometheus and Alertmanager. */
  users: 'web.yml',
  /** The administrator's password, with which the servers talk to each other. */
  password: 'admin-password',
  metrics: 'metrics',
  alerts: 'alerts',
} as const;

const host = '127.0.0.1';

/** The configuration of Prometheus. */
export function renderPrometheus(
  { plan, parameters }: Config,
  { ports, dataDir }: { ports: Ports; dataDir: string },
): string {
  const basicAuth = {
    username: adminUser,
    password_file: join(dataDir, files.password),
  };
  const targetsOf = (port: number) => [{ targets: [`${host}:${port}`] }];
  const ownJob = (name: string, port: number) => ({
    job_name: name,
    // Soon after a client has sent samples to the Graphite exporter.
    scrape_interval: '5s',
    scrape_timeout: '5s',
    basic_auth: basicAuth,
    static_configs: targetsOf(port),
  });
  return render({
    global: { scrape_interval: '15s', evaluation_interval: '15s' },
    alerting: {
      alertmanagers: [
        {
          basic_auth: basicAuth,
          static_configs: targetsOf(ports.alertmanager),
        },
      ],
    },
    scrape_configs: [
      ownJob('prometheus', ports.prometheus),
      ownJob('alertmanager', ports.alertmanager),
      ownJob('graphite', ports['graphite-metrics']),
      ...parameters.scrapeConfigs.map(entry => ({
        sample_limit: plan.samplesPerScrape,
        ...entry,
      })),
    ],
  });
}

/** The configuration of Alertmanager: it shows and silences alerts, and notifies nobody. */
export const renderAlertmanager = () =>
  render({
    route: { receiver: 'none', group_by: ['alertname'] },
    receivers: [{ name: 'none' }],
  });

/** The configuration of the Graphite exporter. */
export const renderGraphite = (
  { plan, parameters }: Config,
  { ports, dataDir }: { ports: Ports; dataDir: string },
) =>
  render({
    host,
    port: ports.graphite,
    metricsPort: ports['graphite-metrics'],
    username: adminUser,
    passwordFile: join(dataDir, files.password),
    strictMatch: parameters.mappingStrictMatch,
    maxSeries: plan.samplesPerScrape,
  });

const webArguments = (dataDir: string, port: number) => [
  `--web.listen-address=${host}:${port}`,
  `--web.external-url=http://${host}:${port}/`,
  `--web.config.file=${join(dataDir, files.users)}`,
];

export const prometheusArguments = (
  { plan }: Config,
  instance: {
    ports: Ports;
    dataDir: string;
    /** Shown by browsers, and visible in process lists. */
    title: string;
  },
) => [
  `--config.file=${join(instance.dataDir, files.prometheus)}`,
  `--storage.tsdb.path=${join(instance.dataDir, files.metrics)}`,
  `--storage.tsdb.retention.size=${plan.storageBytes}B`,
  `--query.max-samples=${plan.samplesPerQuery}`,
  ...webArguments(instance.dataDir, instance.ports.prometheus),
  `--web.page-title=${instance.title.replace(/[^\w .-]/g, '?').slice(0, 60)}`,
  // Snapshots for backups. Users can delete series with it, as the owners of these.
  '--web.enable-admin-api',
];

export const alertmanagerArguments = (dataDir: string, ports: Ports) => [
  `--config.file=${join(dataDir, files.alertmanager)}`,
  `--storage.path=${join(dataDir, files.alerts)}`,
  ...webArguments(dataDir, ports.alertmanager),
  // No cluster: no further port.
  '--cluster.listen-address=',
];
