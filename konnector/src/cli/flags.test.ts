import { konnectorCommand } from './flags';
import type { Settings } from './settings';

/** The settings, or the error message. */
async function parse(...args: string[]): Promise<Settings | string> {
  let printed = '';
  let found: Settings | undefined;
  const command = konnectorCommand(async settings => {
    found = settings;
  })
    .exitOverride()
    .configureOutput({
      writeOut: text => {
        printed += text;
      },
      writeErr: text => {
        printed += text;
      },
      getOutHelpWidth: () => 100,
    });
  try {
    await command.parseAsync(['node', 'klutch-konnector', ...args]);
  } catch (error) {
    return printed || (error instanceof Error ? error.message : 'failed');
  }
  return found ?? printed;
}

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});
beforeEach(() => {
  delete process.env.KUBECONFIG;
  delete process.env.POD_NAMESPACE;
});

describe('flags', () => {
  it('need not be set in a pod', async () => {
    expect(await parse()).toEqual({
      healthAddress: ':8080',
      logLevel: 'info',
      lease: {
        namespace: 'klutch-bind',
        name: 'klutch-bind',
        times: { durationMs: 15_000, renewDeadlineMs: 10_000, retryMs: 2_000 },
      },
      heartbeat: { tickMs: 150_000, intervalMs: 300_000 },
      rate: { qps: 500, burst: 1_000 },
      concurrency: 32,
      resyncMs: 36_000_000,
    });
  });

  it('take precedence over environment variables', async () => {
    Object.assign(process.env, {
      KONNECTOR_QPS: '50',
      KONNECTOR_BURST: '70',
      KONNECTOR_LOG_LEVEL: 'warn',
      POD_NAMESPACE: 'elsewhere',
      KUBECONFIG: '/env',
    });
    expect(
      await parse(
        '--kubeconfig=/flag',
        '--qps=60',
        '--heartbeat-interval=1m30s',
        '--metrics-address=127.0.0.1:9',
        '--concurrency=4',
        '--resync=30m',
        '--shard=1/3',
      ),
    ).toMatchObject({
      kubeconfig: '/flag',
      metricsAddress: '127.0.0.1:9',
      logLevel: 'warn',
      lease: { namespace: 'elsewhere' },
      heartbeat: { tickMs: 45_000, intervalMs: 90_000 },
      rate: { qps: 60, burst: 70 },
      concurrency: 4,
      resyncMs: 1_800_000,
      shard: { index: 1, of: 3 },
    });
  });

  it('derive the burst from --qps', async () => {
    const rate = async (...args: string[]) =>
      ((await parse(...args)) as Settings).rate;
    expect(await rate('--qps=100')).toEqual({ qps: 100, burst: 1_000 });
    expect(await rate('--qps=2000')).toEqual({ qps: 2_000, burst: 4_000 });
    expect(await rate('--qps=2000', '--burst=2000')).toEqual({
      qps: 2_000,
      burst: 2_000,
    });
    expect(await parse('--qps=2000', '--burst=1000')).toContain(
      '--burst 1000 is less than --qps 2000',
    );
  });

  it('of control-plane mode are those of the reference', async () => {
    const mode = [
      '--control-plane-mode',
      '--app-cluster-kubeconfig-secret-name=app-1',
      '--app-cluster-kubeconfig-secret-namespace=klutch-bind-default-app-1',
      '--app-cluster-kubeconfig-secret-key=kubeconfig',
      '--binding-root-namespace=klutch-bind-default-app-1',
    ];
    expect(await parse(...mode)).toMatchObject({
      remote: {
        clusterNamespace: 'klutch-bind-default-app-1',
        kubeconfigSecret: {
          namespace: 'klutch-bind-default-app-1',
          name: 'app-1',
          key: 'kubeconfig',
        },
      },
      lease: { namespace: 'klutch-bind-default-app-1', name: 'klutch-bind' },
    });
    expect(await parse(...mode, '--lease-namespace=own')).toMatchObject({
      lease: { namespace: 'own' },
    });
    expect(await parse(...mode.slice(0, 2))).toBe(
      '--control-plane-mode needs --app-cluster-kubeconfig-secret-namespace, --binding-root-namespace as well. Add them.',
    );
    expect(await parse(...mode, '--shard=0/2')).toContain('Remove --shard.');
    process.env.KONNECTOR_SHARD = '0/1';
    expect(await parse(...mode)).toContain('Remove --shard.');
  });

  it('of control-plane mode each have an environment variable', async () => {
    const n = 'klutch-bind-default-app-1';
    Object.assign(process.env, {
      KONNECTOR_CONTROL_PLANE_MODE: 'true',
      KONNECTOR_APP_CLUSTER_KUBECONFIG_SECRET_NAME: 'app-1',
      KONNECTOR_APP_CLUSTER_KUBECONFIG_SECRET_NAMESPACE: n,
      KONNECTOR_APP_CLUSTER_KUBECONFIG_SECRET_KEY: 'kubeconfig',
      KONNECTOR_BINDING_ROOT_NAMESPACE: n,
    });
    expect(await parse()).toMatchObject({
      remote: {
        clusterNamespace: n,
        kubeconfigSecret: { namespace: n, name: 'app-1', key: 'kubeconfig' },
      },
    });
    const off = 'is for control-plane mode. Add --control-plane-mode';
    expect(await parse('--control-plane-mode=false')).toContain(off);
    process.env.KONNECTOR_CONTROL_PLANE_MODE = 'false';
    expect(await parse()).toContain(off);
  });

  it('each have an environment variable unless they are hidden', () => {
    const { options } = konnectorCommand(async () => undefined);
    const without = options.filter(({ envVar, hidden }) => !envVar && !hidden);
    expect(without.map(({ long }) => long)).toEqual(['--version']);
  });

  it.each([
    [['-v=2'], 'info'],
    [['--v=2'], 'info'],
    [['-v', '4'], 'debug'],
  ])(
    'include %j of the reference, which sets the log level',
    async (args, logLevel) => {
      expect(await parse(...args)).toMatchObject({ logLevel });
    },
  );

  it.each([
    ['--health-address=x', 'no address to listen on'],
    ['--health-address=:99999', 'no address to listen on'],
    ['--health-address=', 'no address to listen on'],
    ['--metrics-address=host', 'no address to listen on'],
    ['--log-level=loud', 'Allowed choices are debug, info, warn, error'],
    ['--log-level=', 'Allowed choices'],
    ['--lease-name=Klutch', 'lower-case letters'],
    ['--lease-name=', 'lower-case letters'],
    ['--lease-name=-a', 'lower-case letters'],
    ['--lease-namespace=a/b', 'lower-case letters'],
    ['--heartbeat-interval=5', 'such as 30s'],
    ['--heartbeat-interval=five', 'such as 30s'],
    ['--heartbeat-interval=-5m', 'such as 30s'],
    ['--heartbeat-interval=1s', 'between 10 and 3600 seconds'],
    ['--heartbeat-interval=2h', 'between 10 and 3600 seconds'],
    ['--qps=0', 'between 1 and 100000'],
    ['--qps=-1', 'between 1 and 100000'],
    ['--qps=1.5', 'whole number'],
    ['--qps=1e3', 'whole number'],
    ['--qps=many', 'whole number'],
    ['--burst=0', 'between 1 and 100000'],
    ['--concurrency=0', 'between 1 and 1000'],
    ['--resync=1s', 'between 60 and 1728000 seconds'],
    ['--shard=3/3', 'such as 0/3'],
    ['--shard=', 'such as 0/3'],
    ['--lease-duration=0s', 'between 0.1 and 3600'],
    ['-v=11', 'between 0 and 10'],
    ['--kubeconfig', 'argument missing'],
    ['--control-plane-mode', 'needs --app-cluster-kubeconfig-secret-name, --'],
    ['--binding-root-namespace=n', 'Add --control-plane-mode, or leave it'],
    ['--app-cluster-kubeconfig-secret-key=x', 'Allowed choices are kubeconfig'],
    ['--app-cluster-kubeconfig-secret-name=A', 'lower-case letters'],
    ['--verbose', "unknown option '--verbose'"],
    ['run', 'too many arguments'],
  ])('B28: are rejected with a message: %s', async (arg, message) => {
    expect(await parse(arg)).toContain(message);
  });

  it.each([
    ['KONNECTOR_QPS', 'a', 'KONNECTOR_QPS'],
    ['KONNECTOR_SHARD', 'a', 'KONNECTOR_SHARD'],
    ['KONNECTOR_HEALTH_ADDRESS', 'a', 'KONNECTOR_HEALTH_ADDRESS'],
    ['KONNECTOR_LOG_LEVEL', 'a', 'KONNECTOR_LOG_LEVEL'],
    ['KONNECTOR_CONTROL_PLANE_MODE', '1', 'KONNECTOR_CONTROL_PLANE_MODE'],
  ])(
    'are rejected with the name of the environment variable: %s',
    async (name, value, message) => {
      process.env[name] = value;
      expect(await parse()).toContain(message);
    },
  );

  it('are documented in --help', async () => {
    expect(await parse('--help')).toMatchSnapshot();
  });
});
