/** Replacing a kubeconfig while the konnector runs, and rejection of invalid ones; on two real clusters. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { bindResources } from '@klutch/bind-api';
import { core, createClient, loadKubeConfig } from '@klutch/kube';
import type { KonnectorOptions } from '../KonnectorOptions';
import type { Call, Faults } from '../testing/faults/FaultyClient';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { KubeconfigInUse } from '../testing/__testUtils__/KubeconfigInUse';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('wheels', 'Wheel');
const name = 'wheels.example.com';
/** Full lists on both clusters. */
const relists: Call[] = [];
const faults: Faults = {
  before(call) {
    if (call.isFullList) relists.push(call);
  },
};
let fixture: TwoClusterFixture;
let wheels: UserView;
let kubeconfig: KubeconfigInUse;
let running: RunningKonnector;

const start = (heartbeat?: KonnectorOptions['heartbeat']) => {
  running = fixture.startKonnector({
    connect: fixture.withFaults({ provider: faults, consumer: faults }),
    heartbeat,
  });
};

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  wheels = new UserView(fixture, resourceOfCrd(crd));
  kubeconfig = new KubeconfigInUse(fixture, name);
  start();
  await fixture.offerAndBind(crd);
  await wheels.create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const clusterBinding = () =>
  fixture.provider.get(bindResources.clusterBindings, {
    namespace: fixture.clusterNamespace,
    name: 'cluster',
  });
/** Heartbeat timestamps have a resolution of one second. */
const lastBeat = async () =>
  Date.parse((await clusterBinding())?.status?.lastHeartbeatTime ?? '');
const unreachable = (good: string) =>
  good.replace(/https:\/\/127\.0\.0\.1:\d+/, 'https://127.0.0.1:1');
describe('a rotated kubeconfig', () => {
  itLong(
    'is used under load without loss and without listing again',
    async () => {
      await wheels.waitForQueueDrained();
      const before = await kubeconfig.present();
      relists.length = 0;
      const load = { goesOn: true, made: 0 };
      const ended = (async () => {
        while (load.goesOn) {
          load.made += 1;
          await wheels.create(`load-${load.made}`);
          await wheels.setStatus(`load-${load.made}`, { seen: load.made });
        }
      })();
      const isPresent = async (expected: string) =>
        (await kubeconfig.present()) === expected;
      for (let round = 0; round < 3; round++) {
        const rotated = await fixture.tenantKubeconfig();
        await fixture.backend.setKubeconfig(rotated);
        await eventually('the app cluster has the new kubeconfig', () =>
          isPresent(rotated),
        );
        const enough = load.made + 3;
        await eventually('the load continues', async () => load.made >= enough);
      }
      load.goesOn = false;
      await ended;
      expect(await kubeconfig.present()).not.toBe(before);
      for (let n = 1; n <= load.made; n++) {
        await wheels.waitForObject(
          `load-${n}`,
          ({ status }) => (status as { seen?: number } | undefined)?.seen === n,
        );
      }
      expect(relists).toEqual([]);
      expect((await fixture.conditions(name)).Ready).toBe('True');
    },
    60_000,
  );

  it('R16: is read by its name, and the konnector may neither list nor watch Secrets there', async () => {
    const { tenant, clusterNamespace } = fixture.backend;
    const secrets = { group: '', resource: 'secrets' };
    const konnector = createClient(loadKubeConfig(await kubeconfig.present()));
    try {
      for (const verb of ['list', 'watch']) {
        const asked = { ...secrets, verb, namespace: clusterNamespace };
        expect(await konnector.canI(asked)).toBe(false);
      }
    } finally {
      await konnector.close();
    }
    const rotated = await fixture.tenantKubeconfig();
    await fixture.backend.setKubeconfig(rotated);
    await eventually(
      `the app cluster has the new kubeconfig, by the requests of ${tenant}`,
      async () => (await kubeconfig.present()) === rotated,
    );
    expect((await clusterBinding())?.status?.konnectorVersion).toMatch(
      /\+secret-by-name$/,
    );
  });

  it.each([
    ['is invalid', () => 'token: canary: {', /is not usable\. .* stays in use/],
    ['cannot be reached', unreachable, /127\.0\.0\.1:1.* stays in use/],
  ])(
    'that %s is rejected with a condition, and the previous one stays in use',
    async (_what, make, expected) => {
      const good = await kubeconfig.present();
      await kubeconfig.put(make(good));
      await kubeconfig.waitForCondition(
        'SecretValid',
        'False/KubeconfigSecretInvalid',
      );
      const { message } = await kubeconfig.readCondition('SecretValid');
      expect(message).toMatch(expected);
      expect(message).not.toContain('canary');
      await wheels.waitForQueueDrained();
      await kubeconfig.put(good);
      await fixture.waitForReady(name);
      await wheels.waitForQueueDrained();
    },
  );

  it('that belongs to another control plane is rejected', async () => {
    const good = await kubeconfig.present();
    // The app cluster is not a control plane for this binding, but answers
    // requests.
    await fixture.consumer.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: fixture.clusterNamespace },
    });
    await kubeconfig.put(await fixture.wrongClusterKubeconfig());
    await kubeconfig.waitForCondition(
      'SecretValid',
      'False/KubeconfigSecretInvalid',
    );
    const { message } = await kubeconfig.readCondition('SecretValid');
    expect(message).toContain('another control plane');
    expect(message).toContain('provider-namespace-uid');
    await wheels.waitForQueueDrained();
    const copies = fixture
      .writes('consumer')
      .filter(({ namespace }) =>
        namespace?.startsWith(`${fixture.clusterNamespace}-`),
      );
    expect(copies).toEqual([]);
    // A kubeconfig that an operator wrote is not overwritten.
    expect((await kubeconfig.readCondition('SecretValid')).message).toBe(
      message,
    );
    expect(await kubeconfig.present()).not.toBe(good);
    await kubeconfig.put(good);
    await fixture.waitForReady(name);
  });

  it('that does not work is not written to the app cluster, and the control plane is informed', async () => {
    const good = await kubeconfig.present();
    const secretValidCondition = async () =>
      (await clusterBinding())?.status?.conditions?.find(
        ({ type }) => type === 'SecretValid',
      );
    await fixture.backend.setKubeconfig(unreachable(good));
    const condition = await eventually(
      'the control plane is informed',
      async () => {
        const found = await secretValidCondition();
        return found?.status === 'False' ? found : undefined;
      },
    );
    expect(condition.message).toMatch(/not used: .*127\.0\.0\.1:1/);
    expect(await kubeconfig.present()).toBe(good);
    await fixture.backend.setKubeconfig(good);
    await eventually(
      'the binding is ready again',
      async () => (await secretValidCondition())?.status === 'True',
    );
  });
});

itLong(
  'R02: the heartbeat continues while a renewed kubeconfig cannot be written, and a condition of the binding reports it',
  async () => {
    await running.stop();
    start({ tickMs: 1_000, intervalMs: 2_000 });
    await fixture.waitForReady(name);
    await fixture.consumer.mergePatch(core.secrets, kubeconfig.secretKey, {
      immutable: true,
    });
    const rotated = await fixture.tenantKubeconfig();
    await fixture.backend.setKubeconfig(rotated);
    await kubeconfig.waitForCondition(
      'KubeconfigUpdateFailed',
      'True/SecretNotWritten',
      40_000,
    );
    const { message } = await kubeconfig.readCondition(
      'KubeconfigUpdateFailed',
    );
    expect(message).toContain(fixture.kubeconfigSecret.name);
    expect(message).toContain('immutable');
    expect(await kubeconfig.readCondition('Heartbeating')).toMatchObject({
      is: 'True',
    });
    expect((await kubeconfig.readCondition('Ready')).is).toBe('True');
    const before = await lastBeat();
    await eventually(
      'the heartbeat continues',
      async () => (await lastBeat()) >= before + 2_000,
    );

    await fixture.consumer.delete(core.secrets, kubeconfig.secretKey);
    await fixture.consumer.create(core.secrets, fixture.secretWith(rotated));
    await eventually(
      'the condition is removed',
      async () =>
        (await kubeconfig.readCondition('KubeconfigUpdateFailed')).is ===
        undefined,
    );
    await fixture.waitForReady(name);
  },
  120_000,
);
