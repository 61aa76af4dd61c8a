/** One server of the key-value store. */
import { join } from 'node:path';
import { ServiceError } from '../../errors';
import { bindingUser } from '../../host/bindingUser';
import { writeServerFile } from '../../host/serverFiles';
import {
  Connection,
  EngineBackups,
  EngineInstance,
  InstanceContext,
  ServerProcess,
} from '../../host/ServiceEngine';
import { bindingRules, renderFirstUsers } from './access';
import { AdminClient, isTlsRefusal } from './AdminClient';
import { connectionOf } from './connection';
import { KeyvaluePrograms } from './programs';
import { ReplyError } from './resp';
import { refusedSetting, startupErrors } from './serverOutput';
import {
  Config,
  files,
  fixedSettings,
  liveSettings,
  renderSettings,
} from './settings';
import { Snapshots } from './Snapshots';

export const portName = 'keyvalue';

function noClientCanConnect(cause: unknown): ServiceError {
  return new ServiceError(
    'No client can connect with the parameters tls-protocols, tls-ciphers and tls-ciphersuites. The certificate of the server has an ECDSA key, so the ciphers for TLS 1.2 must include one of ECDHE-ECDSA.',
    { retry: false, cause },
  );
}

export class KeyvalueInstance implements EngineInstance<Config> {
  readonly backups: EngineBackups;
  private readonly admin: AdminClient;

  constructor(
    private readonly context: InstanceContext<Config, KeyvaluePrograms>,
  ) {
    this.admin = new AdminClient(() => ({
      port: context.port(portName),
      password: context.adminPassword,
      caCertificate: context.caCertificate,
    }));
    this.backups = new Snapshots(context, this.admin);
  }

  async initialise(): Promise<void> {
    this.write(files.users, renderFirstUsers(this.context.adminPassword));
  }

  async configure(): Promise<void> {
    const { config, dataDir, title } = this.context;
    if (!this.context.caCertificate) {
      const issued = await this.context.issueCertificate();
      this.write(files.certificate, issued.certificate);
      this.write(files.privateKey, issued.privateKey);
    }
    const port = this.context.port(portName);
    this.write(
      files.configuration,
      renderSettings({
        ...fixedSettings({ port, title, dataDir }),
        ...liveSettings(config),
      }),
    );
  }

  async processes(): Promise<ServerProcess[]> {
    const { dataDir, programs } = this.context;
    return [
      {
        name: 'server',
        title: programs.title,
        command: programs.server,
        args: [join(dataDir, files.configuration)],
        env: programs.env,
        ready: () => this.ready(),
        explainFailure: startupErrors,
      },
    ];
  }

  /** Users are in a file of the server, and created with their bindings. */
  async prepare(): Promise<void> {}

  async version(): Promise<string> {
    const { valkey_version: valkey, redis_version: redis } = await this.admin
      .info('server')
      .catch((error: unknown) => {
        throw isTlsRefusal(error) ? noClientCanConnect(error) : error;
      });
    return valkey ?? `Redis ${redis}`;
  }

  async planUpdate(): Promise<'reload'> {
    return 'reload';
  }

  /** The file is for the next start; the server changes its settings all at once, or none of them. */
  async reload(): Promise<void> {
    const settings = Object.entries(liveSettings(this.context.config));
    const tls = () => this.admin.call('CONFIG', 'GET', 'tls-*');
    const before = await tls();
    try {
      await this.admin.call('CONFIG', 'SET', ...settings.flat());
    } catch (error) {
      if (!(error instanceof ReplyError)) throw error;
      throw new ServiceError(refusedSetting(error.message), { retry: false });
    }
    if (String(before) !== String(await tls())) await this.checkTls();
  }

  async createUser(bindingId: string): Promise<Connection> {
    const { caCertificate = '', derivePassword } = this.context;
    const username = bindingUser(bindingId);
    const password = derivePassword(username);
    await this.admin.call(
      'ACL',
      'SETUSER',
      username,
      ...bindingRules(password),
    );
    await this.admin.call('ACL', 'SAVE');
    const port = this.context.port(portName);
    return connectionOf({ port, username, password, caCertificate });
  }

  /** The server ends the connections of a deleted user. */
  async dropUser(bindingId: string): Promise<void> {
    await this.admin.call('ACL', 'DELUSER', bindingUser(bindingId));
    await this.admin.call('ACL', 'SAVE');
  }

  private write(name: string, text: string) {
    const { runAs, dataDir } = this.context;
    writeServerFile(runAs, join(dataDir, name), text);
  }

  /** The server accepts ciphers that do not fit its certificate. */
  private async checkTls(): Promise<void> {
    await this.admin.checkNewConnection().catch((error: unknown) => {
      throw noClientCanConnect(error);
    });
  }

  private async ready(): Promise<boolean> {
    try {
      // Refused while the server reads its snapshot.
      return (await this.admin.call('PING')) === 'PONG';
    } catch (error) {
      // `version` reports it, at once instead of after the time for the start.
      if (isTlsRefusal(error)) return true;
      throw error;
    }
  }
}
