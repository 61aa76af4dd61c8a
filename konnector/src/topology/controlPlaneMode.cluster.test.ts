/** Control-plane mode: konnector and bindings are on the control plane, with a kubeconfig of the app cluster; on two real clusters. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindResources, type PermissionClaim } from '@klutch/bind-api';
import { core, loadKubeConfig } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import { appClusterToken } from '../testing/__testUtils__/tokens';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('boats', 'Boat');
const name = 'boats.example.com';
const claim: PermissionClaim = {
  group: '',
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider' },
};
const program = join(__dirname, '..', '..', 'bin', 'klutch-konnector');
let fixture: TwoClusterFixture;
let boats: UserView;
let running: RunningKonnector;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start({
    controlPlaneMode: true,
  });
  boats = new UserView(fixture, resourceOfCrd(crd));
  await fixture.offer(crd, [claim]);
  await fixture.bind(crd);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const secretKey = () => {
  const { namespace, name: secret } = fixture.kubeconfigSecret;
  return { namespace, name: secret };
};
const bindingKey = () => ({ namespace: fixture.clusterNamespace, name });
/** The flags of the reference. */
const modeFlags = () => [
  '--control-plane-mode',
  `--app-cluster-kubeconfig-secret-name=${fixture.kubeconfigSecret.name}`,
  `--app-cluster-kubeconfig-secret-namespace=${fixture.clusterNamespace}`,
  '--app-cluster-kubeconfig-secret-key=kubeconfig',
  `--binding-root-namespace=${fixture.clusterNamespace}`,
];
const put = (kubeconfig: string) =>
  fixture.provider.apply(core.secrets, fixture.secretWith(kubeconfig), {
    fieldManager: 'test',
    force: true,
  });
const start = async () => {
  running = fixture.startKonnector({
    controlPlane: await fixture.tenantKubeconfig(),
    heartbeat: { tickMs: 1_000, intervalMs: 2_000 },
  });
};
const messageOf = async (type: string) => {
  const binding = await fixture.provider.get(
    fixture.bindingResource,
    bindingKey(),
  );
  const found = binding?.status?.conditions?.find(one => one.type === type);
  return found?.message ?? '';
};
const waitForCondition = (type: string, value: string) =>
  eventually(
    `${type} is ${value}`,
    async () => (await fixture.conditions(name))[type] === value,
    60_000,
  );
const installed = () =>
  fixture.consumer.get(core.customResourceDefinitions, { name });

itLong(
  'C53, C54: with the flags of the reference, the CRD is installed on the app cluster and an instance is synced',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'klutch-konnector-'));
    const kubeconfig = join(dir, 'kubeconfig');
    await writeFile(kubeconfig, await fixture.tenantKubeconfig(), {
      mode: 0o600,
    });
    const writesBefore = fixture.writes('consumer').length;
    const child = spawn(
      process.execPath,
      [
        program,
        `--kubeconfig=${kubeconfig}`,
        ...modeFlags(),
        '--health-address=127.0.0.1:0',
      ],
      {
        env: { PATH: process.env.PATH },
        stdio: process.env.KONNECTOR_TEST_LOG ? 'inherit' : 'ignore',
      },
    );
    const exited = once(child, 'exit');
    try {
      await fixture.waitForReady(name);
      const { metadata } = (await installed()) ?? {};
      expect(metadata?.ownerReferences).toBeUndefined();
      expect(metadata?.annotations).toMatchObject({
        'klutch.anynines.com/installed-by': `${fixture.clusterNamespace}/${name}`,
      });

      await boats.create('sailing');
      await boats.setStatus('sailing', { phase: 'Ready' });
      await boats.waitForObject(
        'sailing',
        object => object.status?.phase === 'Ready',
      );
      // Neither bindings nor kubeconfigs belong on the app cluster in this mode.
      const crds = await fixture.consumer.list(core.customResourceDefinitions);
      expect(crds.items.map(item => item.metadata.name)).toEqual([name]);
      expect(
        fixture
          .writes('consumer')
          .slice(writesBefore)
          .filter(
            ({ resource }) => resource === 'secrets' || resource === 'leases',
          ),
      ).toEqual([]);
      const lease = {
        namespace: fixture.clusterNamespace,
        name: 'klutch-bind',
      };
      expect(await fixture.provider.get(core.leases, lease)).toBeDefined();
    } finally {
      child.kill('SIGTERM');
      await exited;
      await rm(dir, { recursive: true });
    }
    // Not above, where it would hide why the rest failed.
    expect(await exited).toEqual([0, null]);
  },
  120_000,
);

itLong(
  'reports a missing kubeconfig, and starts once it exists',
  async () => {
    await fixture.provider.delete(core.secrets, secretKey());
    await start();
    await eventually('the missing Secret is reported', async () =>
      running.konnector.health().waitingFor?.includes('does not exist'),
    );
    expect(running.konnector.health().waitingFor).toContain(
      fixture.kubeconfigSecret.name,
    );
    // A kubeconfig that does not work is replaced before anything is known of the cluster.
    const token = await appClusterToken(fixture, 'ended');
    await token.revoke();
    await put(token.yaml);
    await put(await fixture.appClusterKubeconfig());
    await eventually(
      'the konnector is ready',
      async () => running.konnector.health().ready,
    );
    await fixture.waitForReady(name);
    expect(await boats.create('found')).toBeDefined();
    await running.stop();
  },
  60_000,
);

describeLong('a running konnector', () => {
  beforeAll(async () => {
    await start();
    await fixture.waitForReady(name);
    await boats.create('first');
  }, 60_000);
  afterAll(() => running.stop());

  it('sends heartbeats without the condition SecretValid, because the kubeconfig is not copied', async () => {
    const found = await eventually('a heartbeat', async () => {
      const binding = await fixture.provider.get(
        bindResources.clusterBindings,
        {
          namespace: fixture.clusterNamespace,
          name: 'cluster',
        },
      );
      return binding?.status?.lastHeartbeatTime ? binding : undefined;
    });
    const types = found.status?.conditions?.map(({ type }) => type);
    expect(types).toContain('ValidVersion');
    expect(types).not.toContain('SecretValid');
  });

  itLong(
    'B29: uses a rotated kubeconfig of the app cluster without a restart',
    async () => {
      const old = await appClusterToken(fixture, 'token-1');
      await put(old.yaml);
      await eventually('the rotated kubeconfig is in use', async () =>
        fixture
          .requests('consumer', old.user)
          .some(({ verb }) => verb === 'watch'),
      );
      await old.revoke();
      await waitForCondition('SecretValid', 'False/CredentialsExpired');
      expect(await messageOf('SecretValid')).toMatch(
        new RegExp(`${fixture.kubeconfigSecret.name}.*AppClusterBinding`),
      );
      const fresh = await appClusterToken(fixture, 'token-2');
      await put(fresh.yaml);
      await waitForCondition('SecretValid', 'True');
      await boats.patch('first', { spec: { plan: 'rotated' } });
      await boats.waitForCopy('first', ({ spec }) => spec?.plan === 'rotated');
    },
    120_000,
  );

  it('B29: serves claims that are accepted on the binding while it runs', async () => {
    const { namespace } = boats.copyKey('first');
    await fixture.provider.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace, name: 'login' },
      data: { word: 'YQ==' },
    });
    await fixture.bind(crd, [{ ...claim, state: 'Accepted' }]);
    const key = { namespace: 'team-a', name: 'login' };
    const copy = await eventually('the secret is copied', () =>
      fixture.consumer.get(core.secrets, key),
    );
    expect(copy.data).toEqual({ word: 'YQ==' });
  });

  itLong.each([
    [
      'targets another cluster',
      () => fixture.wrongClusterKubeconfig(),
      'another app cluster',
    ],
    ['is invalid', async () => 'token: canary: {', 'is not usable'],
  ])(
    'keeps its kubeconfig when the new one %s',
    async (_what, kubeconfig, expected) => {
      const writes = fixture.writes('provider').length;
      await put(await kubeconfig());
      await waitForCondition('SecretValid', 'False/KubeconfigSecretInvalid');
      const message = await messageOf('SecretValid');
      expect(message).toContain(expected);
      expect(message).toContain('stays in use');
      expect(message).not.toContain('canary');
      await boats.patch('first', { spec: { note: `${writes}` } });
      await boats.waitForCopy(
        'first',
        ({ spec }) => spec?.note === `${writes}`,
      );
      await put(await fixture.appClusterKubeconfig());
      await waitForCondition('SecretValid', 'True');
    },
    60_000,
  );

  itLong(
    'stops the sync while the secret is missing, and resumes when it is restored',
    async () => {
      await fixture.provider.delete(core.secrets, secretKey());
      await waitForCondition('SecretValid', 'False/KubeconfigSecretNotFound');
      await boats.patch('first', { spec: { plan: 'later' } });
      await put(await fixture.appClusterKubeconfig());
      await fixture.waitForReady(name);
      await boats.waitForCopy('first', ({ spec }) => spec?.plan === 'later');
      expect(running.konnector.health().ready).toBe(true);
    },
    60_000,
  );

  itLong(
    'refuses a binding that names the kubeconfig of another app cluster',
    async () => {
      const other = { ...crd, metadata: { name: 'others.example.com' } };
      await fixture.provider.apply(
        fixture.bindingResource,
        {
          apiVersion: 'klutch.anynines.com/v1alpha1',
          kind: 'APIServiceBinding',
          metadata: { ...other.metadata, namespace: fixture.clusterNamespace },
          spec: {
            kubeconfigSecretRef: {
              ...fixture.kubeconfigSecret,
              name: 'another',
            },
          },
        },
        { fieldManager: 'test', force: true },
      );
      await eventually('the binding is refused', async () => {
        const conditions = await fixture.conditions('others.example.com');
        return conditions.SecretValid === 'False/KubeconfigSecretInvalid';
      });
      expect((await fixture.conditions(name)).SecretValid).toBe('True');
      const key = { ...bindingKey(), ...other.metadata };
      await fixture.provider.delete(fixture.bindingResource, key);
      await eventually(
        'the binding is deleted',
        async () => !(await fixture.provider.get(fixture.bindingResource, key)),
      );
    },
  );

  itLong(
    'uses another kubeconfig of its own for the control plane',
    async () => {
      await running.konnector.reconnect(
        loadKubeConfig(await fixture.tenantKubeconfig()),
      );
      await boats.patch('first', { spec: { plan: 'own' } });
      await boats.waitForCopy('first', ({ spec }) => spec?.plan === 'own');
      await fixture.waitForReady(name);
      expect(running.konnector.health().ready).toBe(true);
    },
  );

  it('unbinds: finalizers are removed, copies stay, and the CRD belongs to no binding', async () => {
    await fixture.provider.delete(fixture.bindingResource, bindingKey());
    await eventually(
      'the binding is deleted',
      async () =>
        !(await fixture.provider.get(fixture.bindingResource, bindingKey())),
    );
    expect((await boats.object('first'))?.metadata.finalizers).toBeUndefined();
    expect(await boats.copy('first')).toBeDefined();
    expect((await installed())?.metadata.annotations).not.toHaveProperty([
      'klutch.anynines.com/binding-uid',
    ]);
    await fixture.bind(crd);
    await fixture.waitForReady(name);
    await boats.patch('first', { spec: { plan: 'again' } });
    await boats.waitForCopy('first', ({ spec }) => spec?.plan === 'again');
  }, 60_000);

  itLong(
    'R35: before-leaving lists, with the flags of the mode, what the reference would delete',
    async () => {
      const metadata = {
        ...boats.copyKey('left'),
        annotations: { 'klutch.anynines.com/bound': 'true' },
      };
      const copy = { ...userObject(boats.resource, 'left'), metadata };
      await fixture.provider.create(boats.resource, copy);
      const dir = await mkdtemp(join(tmpdir(), 'klutch-konnector-'));
      const kubeconfig = join(dir, 'kubeconfig');
      await writeFile(kubeconfig, await fixture.tenantKubeconfig(), {
        mode: 0o600,
      });
      const child = spawn(
        process.execPath,
        [
          ...[program, 'before-leaving', '-o', 'json'],
          ...modeFlags(),
          `--kubeconfig=${kubeconfig}`,
        ],
        { env: { PATH: process.env.PATH } },
      );
      let printed = '';
      child.stdout.on('data', text => {
        printed += text;
      });
      const [code] = await once(child, 'close');
      await rm(dir, { recursive: true });
      const report = JSON.parse(printed);
      expect({ code, problems: report.problems }).toEqual({
        code: 0,
        problems: [],
      });
      const { namespace } = metadata;
      const N = fixture.clusterNamespace;
      expect(report).toMatchObject({
        atRisk: [
          {
            outcome: 'Orphaned',
            type: name,
            object: 'team-a/left',
            copy: `${namespace}/left`,
          },
        ],
        leftovers: expect.arrayContaining([
          expect.objectContaining({ binding: `${N}/${name}`, finalizer: true }),
        ]),
      });
    },
    60_000,
  );
});
