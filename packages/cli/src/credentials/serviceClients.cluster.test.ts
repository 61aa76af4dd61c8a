/** `connect` with the clients of other services than PostgreSQL, on real servers. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { core, encodeSecretData } from '@klutch/kube';
/* eslint-disable @backstage/no-forbidden-package-imports -- tests alone start servers this way */
import { keyvalue } from '@klutch/provider-local/src/engines/keyvalue/engine';
import {
  orderOf as keyvalueOrder,
  runClient as runKeyvalueClient,
} from '@klutch/provider-local/src/engines/keyvalue/__testUtils__/keyvalue';
import { mariadb } from '@klutch/provider-local/src/engines/mariadb/engine';
import {
  orderOf as mariadbOrder,
  sql,
} from '@klutch/provider-local/src/engines/mariadb/__testUtils__/mariadb';
import {
  bindingId,
  instanceId,
  openEngine,
  provision,
  removeFolder,
  temporaryFolder,
} from '@klutch/provider-local/src/testing/host';
/* eslint-enable @backstage/no-forbidden-package-imports */
import { claimResource } from '../claims/ClaimApi';
import { discoverApis } from '../claims/discoverApis';
import { findApi } from '../claims/findApi';
import {
  namespace,
  ServiceCluster,
} from '../claims/__testUtils__/serviceCluster';

jest.setTimeout(300_000);

/** A server with a service binding, until `stop`. */
interface Running {
  secret: Record<string, string>;
  stop(): Promise<void>;
}

async function start(
  engine: Parameters<typeof openEngine>[0],
  order: Parameters<typeof provision>[1],
): Promise<Running> {
  const folder = await temporaryFolder();
  const service = await openEngine(engine, folder);
  await provision(service, order);
  const { secret } = await service.bind(instanceId, bindingId);
  return {
    secret,
    async stop() {
      await service.stop();
      await removeFolder(folder);
    },
  };
}

describe('connect', () => {
  const { LD_LIBRARY_PATH, PATH } = process.env;
  let cluster: ServiceCluster;
  let folder: string;

  beforeAll(async () => {
    cluster = await ServiceCluster.start('apps');
    folder = await mkdtemp(join(tmpdir(), 'klutch-connect-'));
  });
  afterEach(() => {
    process.exitCode = undefined;
    process.env.PATH = PATH;
    if (LD_LIBRARY_PATH === undefined) delete process.env.LD_LIBRARY_PATH;
    else process.env.LD_LIBRARY_PATH = LD_LIBRARY_PATH;
  });
  afterAll(async () => {
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const search = () => ({ runAs: {}, folder, onProgress: () => undefined });

  /** Puts a client on the path of this process, as if it was installed. */
  const install = (client: string, env: { LD_LIBRARY_PATH?: string }) => {
    process.env.PATH = `${dirname(client)}${delimiter}${PATH}`;
    if (env.LD_LIBRARY_PATH) process.env.LD_LIBRARY_PATH = env.LD_LIBRARY_PATH;
  };

  const bind = async (type: string, secret: Record<string, string>) => {
    const api = findApi(await discoverApis(cluster.admin), 'servicebindings');
    await cluster.admin.create(claimResource(api), {
      apiVersion: 'anynines.com/v1',
      kind: api.kind,
      metadata: { namespace, name: type },
      spec: { serviceInstanceType: type, instanceRef: 'db' },
    });
    await cluster.admin.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace, name: `${type}-creds` },
      data: encodeSecretData(secret),
    });
  };

  const connect = async (...args: string[]) => {
    const { error } = await cluster.run(['connect', ...args]);
    expect(error).toBeUndefined();
    return process.exitCode;
  };

  it('opens mariadb with a verified certificate, and no password in its command line', async () => {
    const server = await start(mariadb, mariadbOrder());
    try {
      const { client, env } = await mariadb.findPrograms(search());
      install(client, env);
      await bind('mariadb', server.secret);
      const commandLine = join(folder, 'cmdline');
      const statements = [
        // The parent of the shell is the client.
        `\\! cat /proc/$PPID/cmdline > ${commandLine}`,
        'CREATE TABLE reached (user TEXT)',
        'INSERT INTO reached SELECT CURRENT_USER()',
      ].join(';\n');
      expect(await connect('mariadb', '--', '-e', statements)).toBe(0);
      const { password = '', username } = server.secret;
      const [user] = await sql(server.secret, 'SELECT user FROM reached');
      expect(user).toContain(username);
      const line = await readFile(commandLine, 'utf8');
      expect(line).toContain('mariadb');
      expect(line).not.toContain(password);
      expect(await connect('mariadb', '--', '-e', 'SELECT nothing')).toBe(1);
    } finally {
      await server.stop();
    }
  });

  it('opens the client of the key-value store with a verified certificate', async () => {
    const server = await start(keyvalue, keyvalueOrder());
    try {
      const programs = await keyvalue.findPrograms(search());
      install(programs.server, programs.env);
      await bind('keyvalue', server.secret);
      expect(await connect('keyvalue', '--', 'SET', 'reached', 'yes')).toBe(0);
      expect(
        await runKeyvalueClient(programs, folder, server.secret, 'GET reached'),
      ).toBe('yes');
    } finally {
      await server.stop();
    }
  });
});
