/** One log management: a receiver that writes into a search engine. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../errors';
import { chownTo, writeServerFile } from '../../host/serverFiles';
import {
  Connection,
  EngineBackups,
  EngineInstance,
  EngineQuota,
  InstanceContext,
  ServerProcess,
} from '../../host/ServiceEngine';
import {
  OpenSearchServer,
  needsRestart,
} from '../search/server/OpenSearchServer';
import { serverQuota } from '../search/server/quota';
import { Snapshots } from '../search/server/Snapshots';
import { connectionOf } from './connection';
import { checkGroks, prepareLogs } from './logs';
import { ChosenPorts, Parameters } from './parameters';
import { Plan } from './plans';
import { accepts, isFree } from './ports';
import { Programs } from './programs';
import { Retention } from './retention';
import { indexPrefix, renderReceiver } from './rsyslog';

/** Parsed plan and parameters. */
export interface Config extends Parameters {
  plan: Plan;
}

export const syslogPort = 'syslog';

/** The receiver's user in the search engine. */
const writer = 'klutch-logs';

const serverConfig = ({ plan, server }: Config) => ({
  parameters: server,
  heapMb: plan.maximums.java_heapspace,
});

/** What the receiver reads when it starts. */
const receiverConfig = ({ logs }: Config) => {
  const { ports, ciphers, minVersion, maxVersion } = logs;
  return { ports, ciphers, minVersion, maxVersion };
};

const keys: Record<keyof ChosenPorts, string> = {
  udp: 'fluentd-udp',
  tcp: 'fluentd-tcp',
  tls: 'fluentd-tls',
};

export class LogmeInstance implements EngineInstance<Config> {
  readonly backups: EngineBackups;
  readonly quota: EngineQuota;
  private readonly server: OpenSearchServer;

  constructor(private readonly context: InstanceContext<Config, Programs>) {
    const server = new OpenSearchServer({
      context,
      programs: context.programs.server,
      config: () => serverConfig(context.config),
      client: {
        name: writer,
        indices: [`${indexPrefix}*`],
      },
    });
    this.server = server;
    const { admin } = server;
    const quota = serverQuota(admin);
    const retention = new Retention(admin, () => context.config.logs);
    this.quota = {
      ...quota,
      usage: async () => {
        await retention.runIfDue();
        return quota.usage();
      },
    };
    this.backups = new Snapshots({
      context,
      admin,
      folder: server.files.snapshots,
      lock: locked => server.lock(locked),
      afterRestore: () => prepareLogs(admin, context.config.logs.groks),
    });
  }

  async initialise(): Promise<void> {
    await this.server.initialise();
    await mkdir(this.queueFolder, { mode: 0o700 });
    await chownTo(this.queueFolder, this.context.runAs);
  }

  async configure(): Promise<void> {
    await this.server.configure();
    const { files } = this.server;
    const { config, runAs } = this.context;
    const text = renderReceiver({
      ports: this.ports,
      tls: {
        ...receiverConfig(config),
        authority: files.authority,
        certificate: files.certificate,
        privateKey: files.privateKey,
      },
      target: {
        port: this.server.httpPort,
        authority: files.authority,
        certificate: files.clientCertificate,
        privateKey: files.clientKey,
      },
      folder: this.queueFolder,
    });
    writeServerFile(runAs, this.settingsFile, text);
  }

  async processes(): Promise<ServerProcess[]> {
    const { receiver } = this.context.programs;
    await this.checkPorts(this.context.config.logs.ports);
    const { tcp, tls } = this.ports;
    return [
      this.server.process(),
      {
        name: 'receiver',
        title: 'The log receiver',
        command: receiver.rsyslogd,
        args: [
          ...['-n', '-M', receiver.modules, '-f', this.settingsFile],
          ...['-i', join(this.context.dataDir, 'rsyslog.pid')],
        ],
        env: receiver.env,
        ready: async () =>
          (await accepts(tls)) && (tcp === undefined || (await accepts(tcp))),
        explainFailure: log =>
          [...log.matchAll(/^rsyslogd: (.*error.*)$/gim)]
            .map(([, text]) => text)
            .join('; ')
            .slice(0, 500),
      },
    ];
  }

  async prepare(): Promise<void> {
    await this.server.prepare();
    await prepareLogs(this.server.admin, this.context.config.logs.groks);
  }

  version(): Promise<string> {
    return this.server.version();
  }

  async planUpdate(next: Config): Promise<'reload' | 'restart'> {
    const { config } = this.context;
    await this.checkGroks(next.logs.groks);
    const { ports } = config.logs;
    const changed = Object.entries(next.logs.ports).filter(
      ([key, port]) => port !== ports[key as keyof ChosenPorts],
    );
    await this.checkPorts(Object.fromEntries(changed));
    const same =
      !needsRestart(serverConfig(config), serverConfig(next)) &&
      isDeepStrictEqual(receiverConfig(config), receiverConfig(next));
    return same ? 'reload' : 'restart';
  }

  /** Ages are read at each deletion. */
  reload(): Promise<void> {
    return this.prepare();
  }

  async createUser(bindingId: string): Promise<Connection> {
    const user = await this.server.createUser(bindingId);
    return connectionOf({
      ...user,
      searchPort: this.server.httpPort,
      syslogPort: this.ports.tls,
      caCertificate: this.context.caCertificate ?? '',
    });
  }

  dropUser(bindingId: string): Promise<void> {
    return this.server.dropUser(bindingId);
  }

  private get queueFolder(): string {
    return join(this.context.dataDir, 'queue');
  }

  private get settingsFile(): string {
    return join(this.context.dataDir, 'rsyslog.conf');
  }

  private get ports() {
    const { udp, tcp, tls } = this.context.config.logs.ports;
    return { udp, tcp, tls: tls ?? this.context.port(syslogPort) };
  }

  /** A server that does not run checks the patterns when it starts. */
  private async checkGroks(groks: readonly string[]): Promise<void> {
    await checkGroks(this.server.admin, groks).catch((error: unknown) => {
      if (error instanceof ServiceError) throw error;
    });
  }

  private async checkPorts(ports: ChosenPorts): Promise<void> {
    for (const [name, port] of Object.entries(ports)) {
      if (port === undefined) continue;
      const reserved = this.context.isReserved(port);
      if (!reserved && (await isFree(port, name === 'udp'))) continue;
      throw new ServiceError(
        `The port ${port} of the parameter ${keys[name as keyof ChosenPorts]} is used by another program or instance of this machine. Choose another port.`,
        { retry: true },
      );
    }
  }
}
