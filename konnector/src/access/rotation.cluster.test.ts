/**
 * Replacing a kubeconfig while the konnector runs, and rejection of invalid
 * ones; on two real clusters.
 */
import { bindResources } from '@klutch/bind-api';
import { core, createClient, loadKubeConfig } from '@klutch/kube';
import type { Call, Faults } from '../testing/faults/FaultyClient';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { tokenKubeconfig } from '../testing/__testUtils__/tokens';
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
let running: RunningKonnector;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  wheels = new UserView(fixture, resourceOfCrd(crd));
  running = fixture.startKonnector({
    connect: fixture.withFaults({ provider: faults, consumer: faults }),
  });
  await fixture.offerAndBind(crd);
  await wheels.create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const secretKey = () => {
  const { namespace, name: secret } = fixture.kubeconfigSecret;
  return { namespace, name: secret };
};
const put = (kubeconfig: string) =>
  fixture.consumer.mergePatch(core.secrets, secretKey(), {
    data: fixture.secretWith(kubeconfig).data,
  });
const present = async () => {
  const found = await fixture.consumer.get(core.secrets, secretKey());
  return Buffer.from(found?.data?.kubeconfig ?? '', 'base64').toString();
};
const readCondition = async (type: string) => {
  const binding = await fixture.consumer.get(fixture.bindingResource, {
    namespace: 'klutch-bind',
    name,
  });
  const found = binding?.status?.conditions?.find(one => one.type === type);
  return {
    is: found?.reason ? `${found.status}/${found.reason}` : found?.status,
    message: found?.message ?? '',
  };
};
const clusterBinding = () =>
  fixture.provider.get(bindResources.clusterBindings, {
    namespace: fixture.clusterNamespace,
    name: 'cluster',
  });
/** Heartbeat timestamps have a resolution of one second. */
const lastBeat = async () =>
  Date.parse((await clusterBinding())?.status?.lastHeartbeatTime ?? '');
async function beatsEachSecond(): Promise<void> {
  await running.stop();
  running = fixture.startKonnector({
    heartbeat: { tickMs: 1_000, intervalMs: 2_000 },
  });
}
const unreachable = (good: string) =>
  good.replace(/https:\/\/127\.0\.0\.1:\d+/, 'https://127.0.0.1:1');
const waitForCondition = (type: string, expected: string, timeoutMs?: number) =>
  eventually(
    `the binding has ${type}=${expected}`,
    async () => (await readCondition(type)).is === expected,
    timeoutMs,
  );

describe('a rotated kubeconfig', () => {
  it('is taken into use under load: nothing is lost, nothing is listed again', async () => {
    await wheels.waitForQueueDrained();
    const before = await present();
    relists.length = 0;
    const load = { goesOn: true, made: 0 };
    const ended = (async () => {
      while (load.goesOn) {
        load.made += 1;
        await wheels.create(`load-${load.made}`);
        await wheels.setStatus(`load-${load.made}`, { seen: load.made });
      }
    })();
    for (let round = 0; round < 3; round++) {
      const rotated = await fixture.tenantKubeconfig();
      await fixture.backend.setKubeconfig(rotated);
      await eventually(
        'the app cluster has the new kubeconfig',
        async () => (await present()) === rotated,
      );
      const enough = load.made + 3;
      await eventually('the load continues', async () => load.made >= enough);
    }
    load.goesOn = false;
    await ended;
    expect(await present()).not.toBe(before);
    for (let n = 1; n <= load.made; n++) {
      await wheels.waitForObject(
        `load-${n}`,
        ({ status }) => (status as { seen?: number } | undefined)?.seen === n,
      );
    }
    expect(relists).toEqual([]);
    expect((await fixture.conditions(name)).Ready).toBe('True');
  }, 60_000);

  it('R16: is read by its name, and the konnector may neither list nor watch Secrets there', async () => {
    const { tenant, clusterNamespace } = fixture.backend;
    const secrets = { group: '', resource: 'secrets' };
    const konnector = createClient(loadKubeConfig(await present()));
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
      async () => (await present()) === rotated,
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
    async (_what, make, words) => {
      const good = await present();
      await put(make(good));
      await waitForCondition('SecretValid', 'False/KubeconfigSecretInvalid');
      const { message } = await readCondition('SecretValid');
      expect(message).toMatch(words);
      expect(message).not.toContain('canary');
      await wheels.waitForQueueDrained();
      await put(good);
      await fixture.waitForReady(name);
      await wheels.waitForQueueDrained();
    },
  );

  it('that belongs to another control plane is rejected', async () => {
    const good = await present();
    // The app cluster is not a control plane for this binding, but answers
    // requests.
    await fixture.consumer.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: fixture.clusterNamespace },
    });
    await put(await fixture.wrongClusterKubeconfig());
    await waitForCondition('SecretValid', 'False/KubeconfigSecretInvalid');
    const { message } = await readCondition('SecretValid');
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
    expect((await readCondition('SecretValid')).message).toBe(message);
    expect(await present()).not.toBe(good);
    await put(good);
    await fixture.waitForReady(name);
  });

  it('that does not work is not written to the app cluster, and the control plane is informed', async () => {
    const good = await present();
    const saysAbove = async () =>
      (await clusterBinding())?.status?.conditions?.find(
        ({ type }) => type === 'SecretValid',
      );
    await fixture.backend.setKubeconfig(unreachable(good));
    const condition = await eventually(
      'the control plane is informed',
      async () => {
        const found = await saysAbove();
        return found?.status === 'False' ? found : undefined;
      },
    );
    expect(condition.message).toMatch(/not used: .*127\.0\.0\.1:1/);
    expect(await present()).toBe(good);
    await fixture.backend.setKubeconfig(good);
    await eventually(
      'the binding is ready again',
      async () => (await saysAbove())?.status === 'True',
    );
  });
});

it('R02: the heartbeat continues while a renewed kubeconfig cannot be written, and a condition of the binding reports it', async () => {
  await beatsEachSecond();
  await fixture.waitForReady(name);
  await fixture.consumer.mergePatch(core.secrets, secretKey(), {
    immutable: true,
  });
  const rotated = await fixture.tenantKubeconfig();
  await fixture.backend.setKubeconfig(rotated);
  await waitForCondition(
    'KubeconfigUpdateFailed',
    'True/SecretNotWritten',
    40_000,
  );
  const { message } = await readCondition('KubeconfigUpdateFailed');
  expect(message).toContain(fixture.kubeconfigSecret.name);
  expect(message).toContain('immutable');
  expect(await readCondition('Heartbeating')).toMatchObject({ is: 'True' });
  expect((await readCondition('Ready')).is).toBe('True');
  const before = await lastBeat();
  await eventually(
    'the heartbeat continues',
    async () => (await lastBeat()) >= before + 2_000,
  );

  await fixture.consumer.delete(core.secrets, secretKey());
  await fixture.consumer.create(core.secrets, fixture.secretWith(rotated));
  await eventually(
    'the condition is removed',
    async () =>
      (await readCondition('KubeconfigUpdateFailed')).is === undefined,
  );
  await fixture.waitForReady(name);
}, 120_000);

describe('a token', () => {
  it('R36: that was not renewed is reported with its expiry from half of its lifetime on, until another one is in use', async () => {
    const good = await fixture.tenantKubeconfig();
    const seconds = Math.floor(Date.now() / 1000);
    // Some seconds before the renewal is overdue, which causes no event. The
    // client certificate authenticates, not the token.
    const claims = { iat: seconds - 546, exp: seconds + 454 };
    const token = ['{}', JSON.stringify(claims), 'signature']
      .map(part => Buffer.from(part).toString('base64url'))
      .join('.');
    const config = loadKubeConfig(good);
    config.users = config.users.map(user => ({ ...user, token }));
    await fixture.backend.setKubeconfig(config.exportConfig());

    await waitForCondition('TokenNotRenewed', 'True/RenewalOverdue', 30_000);
    const { message } = await readCondition('TokenNotRenewed');
    expect(message).toContain(new Date(claims.exp * 1000).toISOString());
    expect(message).toContain(fixture.kubeconfigSecret.name);
    expect(message).toContain('bind again');
    expect((await readCondition('Ready')).is).toBe('True');

    await fixture.backend.setKubeconfig(good);
    await eventually(
      'the condition is removed',
      async () => (await readCondition('TokenNotRenewed')).is === undefined,
    );
  }, 60_000);

  it('that has expired is reported with a remedy, and a new one restores the sync', async () => {
    await beatsEachSecond();
    const old = await tokenKubeconfig(fixture, 'token-1');
    await fixture.backend.setKubeconfig(old.yaml);
    await eventually(
      'the new kubeconfig is in use',
      async () => (await present()) === old.yaml,
    );
    await wheels.waitForQueueDrained();
    await old.revoke();
    await waitForCondition('SecretValid', 'False/CredentialsEnded', 60_000);
    const { message } = await readCondition('SecretValid');
    expect(message).toContain('kubectl klutch bind --refresh');
    expect(message).toContain(fixture.kubeconfigSecret.name);

    const fresh = await tokenKubeconfig(fixture, 'token-2');
    await fixture.backend.setKubeconfig(fresh.yaml);
    // The konnector cannot fetch the new kubeconfig: an operator writes it, as
    // `bind --refresh` does.
    await put(fresh.yaml);
    await waitForCondition('SecretValid', 'True', 30_000);
    await fixture.waitForReady(name);
    await wheels.patch('first', { spec: { plan: 'after' } });
    await wheels.waitForCopy('first', ({ spec }) => spec?.plan === 'after');
  }, 120_000);
});
