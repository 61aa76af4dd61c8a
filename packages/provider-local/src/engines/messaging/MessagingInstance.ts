/** One RabbitMQ server, with the epmd that its node registers with. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { connect } from 'node:net';
import { bindingUser } from '../../host/bindingUser';
import { folderSize } from '../../host/folderSize';
import { writeServerFile } from '../../host/serverFiles';
import {
  Connection,
  EngineBackups,
  EngineInstance,
  EngineQuota,
  InstanceContext,
  ServerProcess,
} from '../../host/ServiceEngine';
import { connectionOf } from './connection';
import { callNode } from './control';
import { DefinitionBackups } from './DefinitionBackups';
import { ManagementApi, apiPath } from './ManagementApi';
import { MessagingPrograms } from './programs';
import { startupErrors } from './serverOutput';
import {
  Config,
  advancedSettings,
  callsOf,
  environment,
  files,
  liveSettings,
  needsRestart,
  ports,
  renderSettings,
} from './settings';
import {
  allPermissions,
  bindingUserDefinition,
  renderFirstDefinitions,
  vhost,
} from './users';

const listens = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1')
      .on('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .on('error', () => resolve(false));
  });

export class MessagingInstance implements EngineInstance<Config> {
  readonly backups: EngineBackups;
  readonly quota: EngineQuota = {
    freeSpace: 'free space: consume or purge messages, or delete queues',
    usage: () => folderSize(join(this.context.dataDir, files.data)),
    // Publishers wait as soon as the instance is read-only.
    endWriters: async () => {},
  };

  private readonly api: ManagementApi;

  constructor(
    private readonly context: InstanceContext<Config, MessagingPrograms>,
  ) {
    this.api = new ManagementApi(() => ({
      port: context.port(ports.management),
      password: context.adminPassword,
      caCertificate: this.caCertificate,
    }));
    this.backups = new DefinitionBackups(context, this.api);
  }

  async initialise(): Promise<void> {
    this.write(files.cookie, randomUUID());
    this.write(files.plugins, '[rabbitmq_management].\n');
    this.write(
      files.definitions,
      renderFirstDefinitions(this.context.adminPassword),
    );
  }

  async configure(): Promise<void> {
    const { config, readOnly } = this.context;
    if (config.plan.tls && !this.context.caCertificate) {
      const issued = await this.context.issueCertificate();
      this.write(files.certificate, issued.certificate);
      this.write(files.privateKey, issued.privateKey);
    }
    this.write(files.advanced, advancedSettings);
    this.write(
      files.settings,
      renderSettings(config, { readOnly, port: this.port }),
    );
  }

  async processes(): Promise<ServerProcess[]> {
    const { programs } = this.context;
    return [
      {
        name: 'epmd',
        title: 'epmd of RabbitMQ',
        command: 'epmd',
        args: [
          ...['-port', String(this.port(ports.epmd))],
          ...['-address', '127.0.0.1'],
        ],
        env: this.env,
        ready: () => listens(this.port(ports.epmd)),
      },
      {
        name: 'server',
        title: 'RabbitMQ',
        command: programs.server,
        args: [],
        env: this.env,
        ready: () => this.ready(),
        readyTimeoutMs: 120_000,
        explainFailure: startupErrors,
      },
    ];
  }

  /** The limit is of the virtual host, which has all connections of users. */
  async prepare(): Promise<void> {
    await this.api.call(
      'PUT',
      apiPath('vhost-limits', vhost, 'max-connections'),
      { value: this.context.config.plan.connections },
    );
  }

  async version(): Promise<string> {
    const overview = await this.api.call('GET', apiPath('overview'));
    return String((overview as { rabbitmq_version: string }).rabbitmq_version);
  }

  async planUpdate(next: Config): Promise<'reload' | 'restart'> {
    return needsRestart(this.context.config, next) ? 'restart' : 'reload';
  }

  async reload(): Promise<void> {
    const { config, readOnly, runAs } = this.context;
    await callNode(
      { env: this.env, runAs },
      callsOf(liveSettings(config, readOnly)),
    );
  }

  async createUser(bindingId: string): Promise<Connection> {
    const username = bindingUser(bindingId);
    const password = this.context.derivePassword(username);
    await this.api.call(
      'PUT',
      apiPath('users', username),
      bindingUserDefinition(username, password),
    );
    await this.api.call(
      'PUT',
      apiPath('permissions', vhost, username),
      allPermissions,
    );
    return connectionOf({
      amqpPort: this.port(ports.amqp),
      managementPort: this.port(ports.management),
      username,
      password,
      caCertificate: this.caCertificate,
    });
  }

  /** The server ends the connections of a deleted user. */
  async dropUser(bindingId: string): Promise<void> {
    await this.api.delete(apiPath('users', bindingUser(bindingId)));
  }

  private readonly port = (name: keyof typeof ports) => this.context.port(name);

  private get caCertificate(): string | undefined {
    const { caCertificate, config } = this.context;
    return config.plan.tls ? caCertificate : undefined;
  }

  private get env(): Record<string, string> {
    const { dataDir, programs } = this.context;
    return { ...programs.env, ...environment({ dataDir, port: this.port }) };
  }

  private write(name: string, text: string) {
    const { runAs, dataDir } = this.context;
    writeServerFile(runAs, join(dataDir, name), text);
  }

  private async ready(): Promise<boolean> {
    const amqp = String(this.port(ports.amqp));
    // Listens once everything else has started.
    await this.api.call(
      'GET',
      apiPath('health', 'checks', 'port-listener', amqp),
    );
    return true;
  }
}
