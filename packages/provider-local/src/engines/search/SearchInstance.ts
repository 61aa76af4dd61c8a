/** One search engine. */
import {
  Connection,
  EngineBackups,
  EngineInstance,
  EngineQuota,
  InstanceContext,
  ServerProcess,
} from '../../host/ServiceEngine';
import { connectionOf } from './connection';
import { Plan } from './plans';
import { OpenSearchServer, needsRestart } from './server/OpenSearchServer';
import { ServerParameters } from './server/parameters';
import { OpenSearchPrograms } from './server/programs';
import { serverQuota } from './server/quota';
import { Snapshots } from './server/Snapshots';

/** Parsed plan and parameters. */
export interface Config {
  plan: Plan;
  parameters: ServerParameters;
}

const serverConfig = ({ plan, parameters }: Config) => ({
  parameters,
  heapMb: plan.maximums.java_heapspace,
});

export class SearchInstance implements EngineInstance<Config> {
  readonly backups: EngineBackups;
  readonly quota: EngineQuota;
  private readonly server: OpenSearchServer;

  constructor(
    private readonly context: InstanceContext<Config, OpenSearchPrograms>,
  ) {
    const server = new OpenSearchServer({
      context,
      programs: context.programs,
      config: () => serverConfig(context.config),
    });
    this.server = server;
    this.quota = serverQuota(server.admin);
    this.backups = new Snapshots({
      context,
      admin: server.admin,
      folder: server.files.snapshots,
      lock: locked => server.lock(locked),
    });
  }

  initialise(): Promise<void> {
    return this.server.initialise();
  }

  configure(): Promise<void> {
    return this.server.configure();
  }

  async processes(): Promise<ServerProcess[]> {
    return [this.server.process()];
  }

  prepare(): Promise<void> {
    return this.server.prepare();
  }

  version(): Promise<string> {
    return this.server.version();
  }

  async planUpdate(next: Config): Promise<'reload' | 'restart'> {
    return needsRestart(serverConfig(this.context.config), serverConfig(next))
      ? 'restart'
      : 'reload';
  }

  /** The rights depend on the quota; everything else needs a restart. */
  reload(): Promise<void> {
    return this.server.prepare();
  }

  async createUser(bindingId: string): Promise<Connection> {
    const user = await this.server.createUser(bindingId);
    return connectionOf({
      ...user,
      port: this.server.httpPort,
      caCertificate: this.context.caCertificate ?? '',
    });
  }

  dropUser(bindingId: string): Promise<void> {
    return this.server.dropUser(bindingId);
  }
}
