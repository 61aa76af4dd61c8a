/** `create` and `get instances` on a real API server. */
import { claimResource, type Claim } from './ClaimApi';
import { discoverApis } from './discoverApis';
import { findApi } from './findApi';
import { namespace, ServiceCluster } from './__testUtils__/serviceCluster';

jest.setTimeout(120_000);

let cluster: ServiceCluster;

beforeAll(async () => {
  cluster = await ServiceCluster.start('apps');
});
afterAll(() => cluster?.stop());

const order = (name: string, ...flags: string[]) => [
  ...['create', 'instance', 'postgresql', name],
  ...['--service', 'a9s-postgresql15', '--plan', 'postgresql-single-nano'],
  ...flags,
];

const getClaim = async (type: string, name: string): Promise<Claim> => {
  const api = findApi(await discoverApis(cluster.admin), type);
  const key = { namespace, name };
  const claim = await cluster.admin.get(claimResource(api), key);
  if (!claim) throw new Error(`There is no ${type} ${name}.`);
  return claim;
};

const setStatus = async (
  type: string,
  name: string,
  status: Claim['status'],
) => {
  const api = findApi(await discoverApis(cluster.admin), type);
  await cluster.admin.mergePatch(
    claimResource(api),
    { namespace, name },
    { status },
    { subresource: 'status' },
  );
};

const setReady = (type: string, name: string) =>
  setStatus(type, name, { conditions: [{ type: 'Ready', status: 'True' }] });

describe('create instance', () => {
  it('orders what the flags say, with parameters in their types', async () => {
    const { stdout, error } = await cluster.run(
      order('orders', '--max-connections', '10', '--data-checksums', 'enabled'),
    );
    expect(error).toBeUndefined();
    expect(stdout).toBe('postgresqlinstance.anynines.com/orders created\n');
    expect((await getClaim('PostgresqlInstance', 'orders')).spec).toMatchObject(
      {
        service: 'a9s-postgresql15',
        plan: 'postgresql-single-nano',
        parameters: { maxConnections: 10, dataChecksums: 'enabled' },
      },
    );
  });

  it.each(['postgresqlinstances', 'PostgresqlInstance', 'postgresql'])(
    'finds the service by the name %s',
    async name => {
      const { stdout } = await cluster.run([
        ...['create', 'instance', name, 'x', '--dry-run=client', '-o', 'name'],
        ...['--service=a9s-postgresql15', '--plan=postgresql-single-nano'],
      ]);
      expect(stdout).toBe('postgresqlinstance.anynines.com/x\n');
    },
  );

  it.each(['client', 'server'])(
    'creates nothing in a dry run of the %s',
    async strategy => {
      const { stdout, error } = await cluster.run(
        order('dry', `--dry-run=${strategy}`, '-o', 'yaml'),
      );
      expect(error).toBeUndefined();
      expect(stdout).toContain('plan: postgresql-single-nano');
      expect(stdout).not.toContain('managedFields');
      await expect(getClaim('postgresql', 'dry')).rejects.toThrow(
        'There is no',
      );
    },
  );

  it('names the flag that a CEL rule refuses', async () => {
    const { error } = await cluster.run([
      ...['create', 'instance', 'postgresql', 'x'],
      ...['--service', 'a9s-postgresql15'],
      ...['--plan', 'postgresql-single-nano-bionic'],
    ]);
    expect(error?.message).toContain(
      '--plan: bionic plans exist for a9s-postgresql13 only',
    );
  });

  it('names all flags that are missing, with their values', async () => {
    const { error } = await cluster.run(['create', 'instance', 'search', 'x']);
    expect(error?.message).toContain('--service is required: a9s-search2');
    expect(error?.message).toContain('--plan is required: search-');
  });

  it('refuses an unknown plan, and lists the plans', async () => {
    const { stderr } = await cluster.run(order('x', '--plan', 'huge'));
    expect(stderr).toContain("argument 'huge' is invalid");
    expect(stderr).toContain('postgresql-single-nano');
  });

  it('refuses an unknown service, and lists the services', async () => {
    const { error } = await cluster.run(['create', 'instance', 'oracle', 'x']);
    expect(error?.message).toContain('has no data service "oracle"');
    expect(error?.message).toContain('mariadbinstances');
  });

  it('has a help text with the plans', async () => {
    const { stdout } = await cluster.run([
      ...['create', 'instance', 'search', '--help'],
    ]);
    expect(stdout).toMatchSnapshot();
  });

  it('waits until the instance is ready, and tells the progress', async () => {
    const ran = cluster.run(order('slow', '--wait', '--timeout', '60s'));
    await waitUntilCreated('slow');
    await setReady('postgresql', 'slow');
    const { stdout, stderr, error } = await ran;
    expect(error).toBeUndefined();
    expect(stdout).toBe('postgresqlinstance.anynines.com/slow ready\n');
    expect(stderr).toContain('slow: Pending');
  });

  it('ends with the reason when the automation reports a failure', async () => {
    const ran = cluster.run(order('broken', '--wait'));
    await waitUntilCreated('broken');
    await setStatus('postgresql', 'broken', {
      conditions: [{ type: 'Ready', status: 'False', reason: 'Creating' }],
      managed: {
        state: 'Failed',
        conditions: [
          { type: 'Ready', status: 'False', message: 'the disk is full' },
        ],
      },
    });
    const { error } = await ran;
    expect(error?.message).toMatch(
      /^PostgresqlInstance "broken" failed: the disk is full\. "kubectl klutch trace/,
    );
  });

  it('goes on waiting for the same order when it is run again after an interruption', async () => {
    const interruption = new AbortController();
    const first = cluster.run(order('again', '--wait'), {
      signal: interruption.signal,
    });
    await waitUntilCreated('again');
    interruption.abort();
    expect((await first).error?.message).toMatch(/abort/i);

    const other = await cluster.run(
      order('again', '--wait', '--max-connections', '11'),
    );
    expect(other.error?.message).toContain('already exists');
    const dryRun = await cluster.run(
      order('again', '--wait', '--dry-run=server'),
    );
    expect(dryRun.error?.message).toContain('already exists');
    const ran = cluster.run(order('again', '--wait', '--timeout', '60s'));
    await setReady('postgresql', 'again');
    expect(await ran).toMatchObject({
      error: undefined,
      stdout: 'postgresqlinstance.anynines.com/again ready\n',
    });
  });

  it('says what it waited for when the time is over', async () => {
    const { error } = await cluster.run(
      order('late', '--wait', '--timeout', '1s'),
    );
    expect(error?.message).toContain('Timed out waiting for late (Pending)');
  });
});

describe('create binding, backup and restore', () => {
  it('complete the claim from the instance or backup that they refer to', async () => {
    await cluster.run(order('base', '--composition', 'a9s-postgresql'));
    const binding = await cluster.run([
      ...['create', 'binding', 'app', '--instance', 'postgresql/base'],
    ]);
    expect(binding.error).toBeUndefined();
    await cluster.run(['create', 'backup', 'nightly', '--instance', 'base']);
    const restore = await cluster.run([
      ...['create', 'restore', 'undo', '--backup', 'nightly'],
    ]);
    expect(restore.error).toBeUndefined();
    expect((await getClaim('servicebindings', 'app')).spec).toEqual({
      instanceRef: 'base',
      serviceInstanceType: 'postgresql',
    });
    expect((await getClaim('backups', 'nightly')).spec).toMatchObject({
      instanceRef: 'base',
      serviceInstanceType: 'postgresql',
    });
    expect((await getClaim('restores', 'undo')).spec).toMatchObject({
      backupRef: 'nightly',
      serviceInstanceType: 'postgresql',
    });
  });

  it('name the composition of the automation that provides the instance', async () => {
    const instance = await cluster.run([
      ...['create', 'instance', 'postgresql', 'inside'],
      ...['--service=a9s-postgresql14', '--plan=postgresql-single-medium'],
      '--composition=a8s-postgresql',
    ]);
    expect(instance.error).toBeUndefined();
    await cluster.run(['create', 'binding', 'in', '--instance', 'inside']);
    expect((await getClaim('servicebindings', 'in')).spec).toMatchObject({
      compositionRef: { name: 'a8s-servicebinding' },
    });
  });

  it('say when there is no such instance', async () => {
    const { error } = await cluster.run([
      ...['create', 'binding', 'x', '--instance', 'missing'],
    ]);
    expect(error?.message).toContain('"missing" was not found');
  });
});

describe('get instances', () => {
  it('lists all data services', async () => {
    await cluster.run(order('listed'));
    await cluster.run([
      ...['create', 'instance', 'search', 'find', '--service=a9s-search2'],
      '--plan=search-single-nano-ssl',
    ]);
    const { stdout } = await cluster.run(['get', 'instances', '-o', 'wide']);
    expect(stdout).toMatch(/^NAME +PLAN +STATE +AGE +SERVICE/);
    expect(stdout).toMatch(
      /postgresqlinstance\/listed +postgresql-single-nano +Pending/,
    );
    expect(stdout).toContain('searchinstance/find');
    const { stdout: names } = await cluster.run([
      ...['get', 'instances', 'search', '-A', '-o', 'name'],
    ]);
    expect(names).toBe('searchinstance.anynines.com/find\n');
  });

  it('prints changes until it is interrupted', async () => {
    await cluster.run(order('watched'));
    const abort = new AbortController();
    const { stdout, error } = await cluster.run(
      ['get', 'instances', 'postgresql', '-w'],
      {
        signal: abort.signal,
        onStdout: text => {
          if (/watched.*Ready/.test(text)) abort.abort();
          else if (/watched/.test(text)) void setReady('postgresql', 'watched');
        },
      },
    );
    expect(error).toBeUndefined();
    expect(stdout).toMatch(/watched .*Pending[^]*watched .*Ready/);
  });

  it('says when there are none', async () => {
    const { stderr } = await cluster.run(['get', 'instances', '-n', 'default']);
    expect(stderr).toBe('No instances found in namespace "default".\n');
  });

  it('knows the services without any right, and names what may not be listed', async () => {
    const { stderr, error } = await cluster.runAsNobody(['get', 'instances']);
    expect(error).toBeUndefined();
    expect(stderr).toContain('you may not list postgresqlinstances');
  });
});

describe('completion', () => {
  it.each([
    [['create', 'instance', 'post'], 'postgresqlinstances'],
    [
      ['create', 'instance', 'search', 'x', '--plan', ''],
      'search-single-nano-ssl',
    ],
    [['create', 'instance', 'postgresql', 'x', '--max-c'], '--max-connections'],
    [['get', 'instances', '-n', 'team'], namespace],
    [['-n', namespace, 'connect', ''], 'postgresqlinstance/completed'],
    [['create', 'binding', 'x', '--inst'], '--instance'],
  ])('of %j offers %s', async (words, expected) => {
    await cluster.run(order('completed'));
    const { stdout, error } = await cluster.run(['__complete', '--', ...words]);
    expect(error).toBeUndefined();
    expect(stdout.split('\n')).toContain(expected);
    expect(stdout).toMatch(/:4\n$/);
  });
});

async function waitUntilCreated(name: string): Promise<void> {
  const api = findApi(await discoverApis(cluster.admin), 'postgresql');
  const { resourceVersion, items } = await cluster.admin.list(
    claimResource(api),
    { namespace },
  );
  if (items.some(({ metadata }) => metadata.name === name)) return;
  for await (const event of cluster.admin.watch(claimResource(api), {
    namespace,
    resourceVersion,
  })) {
    if (event.object.metadata.name === name) return;
  }
}
