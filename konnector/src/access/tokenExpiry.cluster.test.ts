/** Tokens that were not renewed in time, and expired ones; on two real clusters. */
import { loadKubeConfig } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { KubeconfigInUse } from '../testing/__testUtils__/KubeconfigInUse';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { tokenKubeconfig } from '../testing/__testUtils__/tokens';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('wheels', 'Wheel');
const name = 'wheels.example.com';
let fixture: TwoClusterFixture;
let wheels: UserView;
let kubeconfig: KubeconfigInUse;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  wheels = new UserView(fixture, resourceOfCrd(crd));
  kubeconfig = new KubeconfigInUse(fixture, name);
  fixture.startKonnector({ heartbeat: { tickMs: 1_000, intervalMs: 2_000 } });
  await fixture.offerAndBind(crd);
  await wheels.create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

describeLong('a token', () => {
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

    await kubeconfig.waitForCondition(
      'TokenNotRenewed',
      'True/RenewalOverdue',
      30_000,
    );
    const { message } = await kubeconfig.readCondition('TokenNotRenewed');
    expect(message).toContain(new Date(claims.exp * 1000).toISOString());
    expect(message).toContain(fixture.kubeconfigSecret.name);
    expect(message).toContain('bind again');
    expect((await kubeconfig.readCondition('Ready')).is).toBe('True');

    await fixture.backend.setKubeconfig(good);
    await eventually(
      'the condition is removed',
      async () =>
        (await kubeconfig.readCondition('TokenNotRenewed')).is === undefined,
    );
  }, 60_000);

  it('that has expired is reported with a remedy, and a new one restores the sync', async () => {
    const old = await tokenKubeconfig(fixture, 'token-1');
    await fixture.backend.setKubeconfig(old.yaml);
    await eventually(
      'the new kubeconfig is in use',
      async () => (await kubeconfig.present()) === old.yaml,
    );
    await wheels.waitForQueueDrained();
    await old.revoke();
    await kubeconfig.waitForCondition(
      'SecretValid',
      'False/CredentialsExpired',
      60_000,
    );
    const { message } = await kubeconfig.readCondition('SecretValid');
    expect(message).toContain('kubectl klutch bind <url> --refresh');
    expect(message).toContain(fixture.kubeconfigSecret.name);

    const fresh = await tokenKubeconfig(fixture, 'token-2');
    await fixture.backend.setKubeconfig(fresh.yaml);
    // The konnector cannot fetch the new kubeconfig: an operator writes it, as
    // `bind --refresh` does.
    await kubeconfig.put(fresh.yaml);
    await kubeconfig.waitForCondition('SecretValid', 'True', 30_000);
    await fixture.waitForReady(name);
    await wheels.patch('first', { spec: { plan: 'after' } });
    await wheels.waitForCopy('first', ({ spec }) => spec?.plan === 'after');
  }, 120_000);
});
