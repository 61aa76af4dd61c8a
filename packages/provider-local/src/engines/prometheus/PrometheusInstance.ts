/** One instance: Prometheus, Alertmanager and the Graphite exporter. */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../errors';
import { bindingUser } from '../../host/bindingUser';
import { plainEnvironment, runProgram } from '../../host/runProgram';
import { writeServerFile } from '../../host/serverFiles';
import {
  Connection,
  EngineInstance,
  InstanceContext,
  ServerProcess,
} from '../../host/ServiceEngine';
import { finishReplacement } from '../../host/stagedData';
import {
  Users,
  adminUser,
  parseUsers,
  renderUsers,
  withUser,
  withoutUser,
} from './access';
import { AdminClient } from './client';
import {
  Config,
  Ports,
  alertmanagerArguments,
  files,
  portNames,
  prometheusArguments,
  renderAlertmanager,
  renderGraphite,
  renderPrometheus,
} from './configuration';
import { connectionOf } from './connection';
import { PrometheusPrograms } from './programs';
import {
  exporterErrors,
  metricValue,
  refusal,
  startupErrors,
} from './serverOutput';
import { Snapshots } from './Snapshots';

export class PrometheusInstance implements EngineInstance<Config> {
  readonly backups: Snapshots;
  private readonly prometheus: AdminClient;
  private readonly alertmanager: AdminClient;
  private readonly graphite: AdminClient;

  constructor(
    private readonly context: InstanceContext<Config, PrometheusPrograms>,
  ) {
    const client = (title: string, name: (typeof portNames)[number]) =>
      new AdminClient({
        title,
        port: () => context.port(name),
        password: context.adminPassword,
      });
    this.prometheus = client('Prometheus', 'prometheus');
    this.alertmanager = client('Alertmanager', 'alertmanager');
    this.graphite = client('The Graphite exporter', 'graphite-metrics');
    this.backups = new Snapshots(context, this.prometheus);
  }

  async initialise(): Promise<void> {
    const { adminPassword, config } = this.context;
    const admin = { username: adminUser, password: adminPassword };
    this.write(files.password, adminPassword);
    this.writeUsers(withUser({}, admin));
    await this.check(config);
  }

  async configure(): Promise<void> {
    const { config, dataDir, programs } = this.context;
    const instance = { ports: this.ports, dataDir };
    finishReplacement(dataDir, join(dataDir, files.metrics));
    await this.backups.lock();
    this.write(files.prometheus, renderPrometheus(config, instance));
    this.write(files.alertmanager, renderAlertmanager());
    this.write(files.graphite, renderGraphite(config, instance));
    this.write(files.graphiteProgram, programs.graphiteExporter);
  }

  async processes(): Promise<ServerProcess[]> {
    const { config, dataDir, programs, title } = this.context;
    const { ports } = this;
    return [
      {
        name: 'graphite',
        title: 'The Graphite exporter',
        command: programs.node,
        args: [
          '--max-old-space-size=64',
          join(dataDir, files.graphiteProgram),
          join(dataDir, files.graphite),
        ],
        ready: () => this.responds(this.graphite, '/metrics'),
        explainFailure: exporterErrors,
      },
      {
        name: 'alertmanager',
        title: 'Alertmanager',
        command: programs.alertmanager,
        args: alertmanagerArguments(dataDir, ports),
        ready: () => this.responds(this.alertmanager, '/-/ready'),
        explainFailure: startupErrors,
      },
      {
        name: 'prometheus',
        title: 'Prometheus',
        command: programs.prometheus,
        args: [
          ...prometheusArguments(config, { ports, dataDir, title }),
          ...programs.prometheusArguments,
        ],
        env: { ...programs.env, GOMEMLIMIT: `${config.plan.memoryBytes}B` },
        ready: () => this.responds(this.prometheus, '/-/ready'),
        explainFailure: startupErrors,
      },
    ];
  }

  /** Users are in a file, and created with their bindings. */
  async prepare(): Promise<void> {}

  async version(): Promise<string> {
    const text = await this.prometheus.request('/api/v1/status/buildinfo');
    return /^[\d.]+/.exec(JSON.parse(text).data.version)?.[0] ?? '';
  }

  async planUpdate(next: Config): Promise<'reload' | 'restart'> {
    await this.check(next);
    // Sizes of plans are arguments.
    return next.plan.name === this.context.config.plan.name
      ? 'reload'
      : 'restart';
  }

  async reload(): Promise<void> {
    const { config, signal } = this.context;
    const strict = Number(config.parameters.mappingStrictMatch);
    signal('graphite', 'SIGHUP');
    await this.graphite.waitForMetrics(
      metrics =>
        metricValue(metrics, 'graphite_mapping_strict_match') === strict,
    );

    const lastSuccess = (metrics: string) =>
      metricValue(
        metrics,
        'prometheus_config_last_reload_success_timestamp_seconds',
      );
    const before = lastSuccess(await this.prometheus.request('/metrics'));
    signal('prometheus', 'SIGHUP');
    await this.prometheus.waitForMetrics(
      metrics => lastSuccess(metrics) !== before,
    );
  }

  async createUser(bindingId: string): Promise<Connection> {
    const username = bindingUser(bindingId);
    const password = this.context.derivePassword(username);
    this.changeUsers(users => withUser(users, { username, password }));
    return connectionOf({ ports: this.ports, username, password });
  }

  /** Every request is checked against the file, so there are no sessions to end. */
  async dropUser(bindingId: string): Promise<void> {
    this.changeUsers(users => withoutUser(users, bindingUser(bindingId)));
  }

  private get ports(): Ports {
    return Object.fromEntries(
      portNames.map(name => [name, this.context.port(name)]),
    ) as Ports;
  }

  private write(name: string, text: string) {
    const { runAs, dataDir } = this.context;
    writeServerFile(runAs, join(dataDir, name), text);
  }

  private writeUsers(users: Users) {
    this.write(files.users, renderUsers(users));
  }

  /** Synchronous, so that concurrent changes are all kept. */
  private changeUsers(change: (users: Users) => Users) {
    const file = join(this.context.dataDir, files.users);
    const before = parseUsers(readFileSync(file, 'utf8'));
    const users = change(before);
    if (users !== before) this.writeUsers(users);
  }

  private async responds(client: AdminClient, path: string): Promise<boolean> {
    await client.request(path);
    return true;
  }

  /** Throws ServiceError with the reason when Prometheus refuses the entries of the user. */
  private async check(config: Config): Promise<void> {
    const { dataDir, programs, runAs } = this.context;
    const candidate = join(dataDir, files.candidate);
    this.write(
      files.candidate,
      renderPrometheus(config, { ports: this.ports, dataDir }),
    );
    const { exitCode, stdout, stderr } = await runProgram(
      programs.promtool,
      ['check', 'config', candidate],
      { runAs, env: { ...plainEnvironment(), ...programs.env } },
    );
    await rm(candidate, { force: true });
    if (exitCode === 0) return;
    const reason = refusal(stdout + stderr);
    throw reason
      ? new ServiceError(
          `The parameter scrape_configs is refused by Prometheus: ${reason}.`,
          { retry: false },
        )
      : new ServiceError(
          'The parameter scrape_configs could not be checked, because promtool did not run. The operation is retried.',
          { retry: true },
        );
  }
}
