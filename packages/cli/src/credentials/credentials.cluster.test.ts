/** `get credentials` on a real API server, and `connect` with a real PostgreSQL. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { core, encodeSecretData } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- tests alone start servers this way
import {
  startPostgresql,
  type RunningPostgresql,
} from '@klutch/provider-local/src/engines/postgresql/__testUtils__/startPostgresql';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { claimResource } from '../claims/ClaimApi';
import { discoverApis } from '../claims/discoverApis';
import { findApi } from '../claims/findApi';
import {
  namespace,
  ServiceCluster,
} from '../claims/__testUtils__/serviceCluster';

jest.setTimeout(180_000);

const canary = 'canary-3c9e51';
let cluster: ServiceCluster;

beforeAll(async () => {
  cluster = await ServiceCluster.start('apps');
});
afterAll(() => cluster?.stop());

async function createBinding(
  name: string,
  spec: Record<string, unknown>,
): Promise<void> {
  const api = findApi(await discoverApis(cluster.admin), 'servicebindings');
  await cluster.admin.create(claimResource(api), {
    apiVersion: 'anynines.com/v1',
    kind: api.kind,
    metadata: { namespace, name },
    spec: { serviceInstanceType: 'postgresql', instanceRef: 'db', ...spec },
  });
}

const createSecret = (name: string, data: Record<string, string>) =>
  cluster.admin.create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace, name },
    data: encodeSecretData(data),
  });

describe('get credentials', () => {
  const get = (...flags: string[]) => ['get', 'credentials', 'web', ...flags];

  beforeAll(async () => {
    await createBinding('web', {});
    await createSecret('web-creds', {
      host: 'db.test',
      username: 'u1',
      password: canary,
    });
  });

  it('asks, and prints a table to a terminal', async () => {
    const { stdout } = await cluster.run(get(), { isTTY: true, answer: true });
    expect(stdout).toMatch(new RegExp(`password +${canary}`));
  });

  it('shows nothing when the person says no', async () => {
    const ran = await cluster.run(get(), { isTTY: true, answer: false });
    expect(JSON.stringify(ran)).not.toContain(canary);
    expect(ran.error?.message).toMatch(/Nothing was shown/);
  });

  it.each([[[]], [['-o', 'env']], [['--allow-pipe']], [['--yes']]])(
    'refuses to write to a pipe with %j',
    async flags => {
      const { stdout, stderr, error } = await cluster.run(get(...flags));
      expect(error?.message).toContain('--allow-pipe');
      expect(stdout + stderr).toBe('');
    },
  );

  it.each([
    ['env', `POSTGRESQL_PASSWORD='${canary}'`],
    ['json', `"password": "${canary}"`],
    ['servicebinding', `$SERVICE_BINDING_ROOT/web/password: ${canary}`],
  ])('writes %s to a pipe that is allowed', async (format, expected) => {
    const { stdout } = await cluster.run(get('-o', format, '--allow-pipe'));
    expect(stdout).toContain(expected);
  });

  it('names only keys when there is no URI', async () => {
    const ran = await cluster.run(get('-o', 'uri', '--allow-pipe'));
    expect(ran.error?.message).toContain('have no URI');
    expect(ran.error?.message).not.toContain(canary);
    expect(ran.stdout + ran.stderr).toBe('');
  });

  it('waits for the credentials of a service binding that has just become ready', async () => {
    await createBinding('soon', { instanceRef: 'other' });
    const api = findApi(await discoverApis(cluster.admin), 'servicebindings');
    await cluster.admin.mergePatch(
      claimResource(api),
      { namespace, name: 'soon' },
      { status: { conditions: [{ type: 'Ready', status: 'True' }] } },
      { subresource: 'status' },
    );
    const ran = cluster.run([
      ...['get', 'credentials', 'soon', '-o', 'json', '--allow-pipe'],
    ]);
    await createSecret('soon-creds', { password: canary });
    expect((await ran).stdout).toContain(canary);
  });

  it('says when the credentials have not arrived', async () => {
    await createBinding('early', {});
    const { error } = await cluster.run([
      ...['get', 'credentials', 'early', '-o', 'json', '--allow-pipe'],
    ]);
    expect(error?.message).toContain('have not arrived yet');
  });
});

describe('connect', () => {
  it('names the services that have a client', async () => {
    await createBinding('seek', { serviceInstanceType: 'search' });
    await createSecret('seek-creds', { password: canary });
    const { error } = await cluster.run(['connect', 'seek']);
    expect(error?.message).toContain('"search" has no interactive client');
    expect(error?.message).not.toContain(canary);
  });

  it('says how to get a service binding when an instance has none', async () => {
    const created = await cluster.run([
      ...['create', 'instance', 'postgresql', 'db'],
      ...['--service=a9s-postgresql15', '--plan=postgresql-single-nano'],
    ]);
    expect(created.error).toBeUndefined();
    const { error } = await cluster.run(['connect', 'db']);
    expect(error?.message).toContain('create binding');
  });

  describeLong('with a real server that wants TLS', () => {
    let server: RunningPostgresql;
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'klutch-connect-'));
      server = await startPostgresql('postgresql-single-nano-ssl');
      await createBinding('real', {});
      await createSecret('real-creds', server.secret);
    });
    afterEach(() => {
      process.exitCode = undefined;
    });
    afterAll(async () => {
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it('opens psql, with no password in its command line', async () => {
      const user = join(folder, 'user');
      const commandLine = join(folder, 'cmdline');
      const { error } = await cluster.run([
        ...['connect', 'real', '--', '--no-psqlrc', '-At', '-o', user],
        ...['-c', 'SELECT session_user'],
        // The parent of the shell is psql.
        ...['-c', `\\! cat /proc/$PPID/cmdline > ${commandLine}`],
      ]);
      expect(error).toBeUndefined();
      expect(process.exitCode).toBe(0);
      const { username, password } = server.secret;
      expect(await readFile(user, 'utf8')).toBe(`${username}\n`);
      const psql = await readFile(commandLine, 'utf8');
      expect(psql).toContain('psql');
      expect(psql).not.toContain(password);
    });

    it('ends with the exit code of psql', async () => {
      await cluster.run(['connect', 'real', '--', '-c', 'SELECT nothing']);
      expect(process.exitCode).toBe(1);
    });

    it('uses a ready service binding of an instance', async () => {
      const api = findApi(await discoverApis(cluster.admin), 'servicebindings');
      await cluster.admin.mergePatch(
        claimResource(api),
        { namespace, name: 'real' },
        {
          status: { conditions: [{ type: 'Ready', status: 'True' }] },
        },
        { subresource: 'status' },
      );
      const { error } = await cluster.run([
        ...['connect', 'postgresql/db', '--', '-c', 'SELECT 1'],
      ]);
      expect(error).toBeUndefined();
      expect(process.exitCode).toBe(0);
    });

    it('deletes the service binding that it made for the session', async () => {
      const api = findApi(await discoverApis(cluster.admin), 'servicebindings');
      const resource = claimResource(api);
      const names: string[] = [];
      const watched = new AbortController();
      const provide = async () => {
        const { resourceVersion } = await cluster.admin.list(resource);
        const events = cluster.admin.watch(resource, {
          resourceVersion,
          signal: watched.signal,
        });
        for await (const event of events) {
          const { name = '' } = event.object.metadata;
          if (event.type !== 'ADDED') continue;
          names.push(name);
          await createSecret(`${name}-creds`, server.secret);
          await cluster.admin.mergePatch(
            resource,
            { namespace, name },
            { status: { conditions: [{ type: 'Ready', status: 'True' }] } },
            { subresource: 'status' },
          );
        }
      };
      const providing = provide().catch(() => undefined);
      const { error } = await cluster.run([
        ...['connect', 'postgresql/db', '--temporary-binding'],
        ...['--', '-c', 'SELECT 2'],
      ]);
      watched.abort();
      await providing;
      expect(error).toBeUndefined();
      expect(process.exitCode).toBe(0);
      expect(names).toEqual([expect.stringMatching(/^db-session-/)]);
      const [name = ''] = names;
      expect(
        await cluster.admin.get(resource, { namespace, name }),
      ).toBeUndefined();
    });
  });
});
