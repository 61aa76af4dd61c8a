/** One OpenSearch server: its files, its process, its users. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createAuthority, issueCertificate } from '@klutch/local-processes';
import { bindingUser } from '../../../host/bindingUser';
import { createServerFolder, writeServerFile } from '../../../host/serverFiles';
import { InstanceContext, ServerProcess } from '../../../host/ServiceEngine';
import { Access, AdminClient } from './AdminClient';
import { ServerFiles, serverFiles } from './files';
import { javaOptions } from './javaOptions';
import { ServerParameters } from './parameters';
import { OpenSearchPrograms } from './programs';
import {
  WritingClient,
  bindingRole,
  clientRoleOf,
  firstSecurityFiles,
  roleOf,
} from './roles';
import { startupErrors } from './serverOutput';
import {
  adminName,
  loggingConfiguration,
  planSettings,
  renderSettings,
  startScript,
} from './settings';

/** Plan and parameters, as far as they concern the server. */
export interface ServerConfig {
  parameters: ServerParameters;
  /** The plan's. */
  heapMb: number;
}

/** Whether the server takes over another configuration only when it starts. */
export function needsRestart(before: ServerConfig, next: ServerConfig) {
  const effective = ({ parameters, heapMb }: ServerConfig) => ({
    heapMb,
    ...parameters,
  });
  return !isDeepStrictEqual(effective(before), effective(next));
}

/** What the server needs of its instance. */
export interface ServerHost {
  context: Pick<
    InstanceContext<unknown, unknown>,
    | 'title'
    | 'dataDir'
    | 'runAs'
    | 'readOnly'
    | 'port'
    | 'derivePassword'
    | 'caCertificate'
    | 'issueCertificate'
  >;
  programs: OpenSearchPrograms;
  /** The current values. */
  config(): ServerConfig;
  /** A program of the instance that uses the server. */
  client?: WritingClient;
}

/** Names in the `ports` of an engine. */
export const serverPorts = { http: 'search', transport: 'transport' } as const;

/** The credentials of a user. */
export interface User {
  username: string;
  password: string;
}

const startTimeoutMs = 180_000;
const api = '/_plugins/_security/api';

export class OpenSearchServer {
  readonly admin = new AdminClient(() => this.access());
  readonly files: ServerFiles;
  private locked = false;

  constructor(private readonly host: ServerHost) {
    this.files = serverFiles(host.context.dataDir);
  }

  get httpPort(): number {
    return this.host.context.port(serverPorts.http);
  }

  async initialise(): Promise<void> {
    const { home, config, indices, logs, tmp, snapshots, security } =
      this.files;
    const folders = [home, config, indices, logs, tmp, snapshots, security];
    for (const folder of folders) {
      await createServerFolder(this.host.context.runAs, folder);
    }
    const first = firstSecurityFiles(this.host.client);
    for (const [name, content] of Object.entries(first)) {
      this.write(join(security, name), JSON.stringify(content));
    }
  }

  async configure(): Promise<void> {
    const { files } = this;
    if (!this.host.context.caCertificate) await this.issueCertificates();
    const settings = planSettings({
      files,
      httpPort: this.httpPort,
      transportPort: this.host.context.port(serverPorts.transport),
      tls: this.host.config().parameters,
    });
    this.write(files.settings, renderSettings(settings));
    this.write(files.logging, loggingConfiguration);
    this.write(files.script, startScript);
  }

  process(): ServerProcess {
    const { programs, context, config } = this.host;
    const { files } = this;
    const { parameters, heapMb } = config();
    return {
      name: 'server',
      title: 'OpenSearch',
      command: programs.java,
      args: [
        ...javaOptions(parameters, { heapMb, tmpDir: files.tmp }),
        `-Dklutch.instance=${context.title}`,
        `-Dklutch.settings=${files.settings}`,
        '-cp',
        programs.classPath,
        'bsh.Interpreter',
        files.script,
        ...['-basePath', files.home, '-confPath', files.config],
        ...['-dataPath', files.indices, '-logsPath', files.logs],
        ...['-numOfNode', '1', '-pluginTypes', programs.plugins.join(',')],
        '-useLogger',
      ],
      ready: () => this.ready(),
      readyTimeoutMs: startTimeoutMs,
      explainFailure: startupErrors,
    };
  }

  /** Applies what the server stores. */
  async prepare(): Promise<void> {
    await this.admin.call('PUT', '/_cluster/settings', {
      // There is no second node for replicas. The server reads this default from its stored settings alone.
      body: { persistent: { 'cluster.default_number_of_replicas': 0 } },
    });
    await this.setRights();
  }

  /** Lets users only read, or ends that, in addition to the quota. */
  async lock(locked: boolean): Promise<void> {
    this.locked = locked;
    await this.setRights();
  }

  async version(): Promise<string> {
    const { version } = await this.admin.json<{ version: { number: string } }>(
      'GET',
      '/',
    );
    return version.number;
  }

  async createUser(bindingId: string): Promise<User> {
    const username = bindingUser(bindingId);
    const password = this.host.context.derivePassword(username);
    await this.admin.call('PUT', `${api}/internalusers/${username}`, {
      body: {
        password,
        opendistro_security_roles: [bindingRole],
        // Users cannot change the password, so that the credentials stay valid.
        reserved: true,
      },
    });
    return { username, password };
  }

  /** Each request is authenticated, so a removed user has no sessions. */
  async dropUser(bindingId: string): Promise<void> {
    await this.admin.call(
      'DELETE',
      `${api}/internalusers/${bindingUser(bindingId)}`,
      { allow: [404] },
    );
  }

  private async setRights(): Promise<void> {
    const readOnly = this.locked || this.host.context.readOnly;
    await this.admin.call('PUT', `${api}/roles/${bindingRole}`, {
      body: roleOf({ readOnly }),
    });
    const { client } = this.host;
    if (client) {
      await this.admin.call('PUT', `${api}/roles/${client.name}`, {
        body: clientRoleOf(client, { readOnly }),
      });
    }
  }

  private write(file: string, text: string) {
    writeServerFile(this.host.context.runAs, file, text);
  }

  private async issueCertificates(): Promise<void> {
    const { files } = this;
    const admins = await createAuthority('klutch administrators');
    const admin = await issueCertificate(admins, {
      commonName: adminName,
      usage: 'client',
    });
    const { client, context } = this.host;
    if (client) {
      const issued = await issueCertificate(admins, {
        commonName: client.name,
        usage: 'client',
      });
      this.write(files.clientCertificate, issued.cert);
      this.write(files.clientKey, issued.key);
    }
    const server = await context.issueCertificate();
    this.write(files.adminAuthority, admins.cert);
    this.write(files.adminCertificate, admin.cert);
    this.write(files.adminKey, admin.key);
    this.write(files.authority, context.caCertificate ?? '');
    this.write(files.certificate, server.certificate);
    this.write(files.privateKey, server.privateKey);
  }

  private async access(): Promise<Access> {
    const { adminCertificate, adminKey } = this.files;
    const [certificate, privateKey] = await Promise.all(
      [adminCertificate, adminKey].map(file => readFile(file, 'utf8')),
    );
    const { caCertificate = '' } = this.host.context;
    return {
      port: this.httpPort,
      caCertificate,
      certificate: certificate ?? '',
      privateKey: privateKey ?? '',
    };
  }

  /** Whether the server has read its users and the data. */
  private async ready(): Promise<boolean> {
    const timeoutMs = 5_000;
    await this.admin.call('GET', '/_plugins/_security/health?mode=strict', {
      timeoutMs,
    });
    const health = await this.admin.json<{ status: string }>(
      'GET',
      '/_cluster/health',
      { timeoutMs },
    );
    return health.status !== 'red';
  }
}
