/** Two kubeconfigs for one cluster namespace, with claims of both on one type; on two real clusters. */
import {
  bindResources,
  getCondition,
  names,
  type PermissionClaim,
} from '@klutch/bind-api';
import { core, loadKubeConfig, type ConfigMap } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { applyAll, eventually } from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { tokenKubeconfig, tokenUser } from '../testing/__testUtils__/tokens';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const apples = testCrd('apples', 'Apple');
const bananas = testCrd('bananas', 'Banana');
const plain: PermissionClaim = {
  resource: 'configmaps',
  version: 'v1',
  selector: { owner: 'Provider', names: ['db'] },
};
const labelled: PermissionClaim = {
  ...plain,
  update: { labels: [{ pattern: 'team' }] },
};
const secondSecret = { namespace: 'klutch-bind', name: 'kubeconfig-second' };
const here = { namespace: 'team-a', name: 'db' };
let fixture: TwoClusterFixture;
let view: UserView;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  fixture.startKonnector({ heartbeat: { tickMs: 1_000, intervalMs: 2_000 } });
  await fixture.offerAndBind(apples, [labelled]);
  await fixture.offer(bananas, [plain]);
  await applyAll(fixture.consumer, [
    {
      ...fixture.secretWith(await fixture.tenantKubeconfig()),
      metadata: secondSecret,
    },
  ]);
  await fixture.consumer.create(fixture.bindingResource, {
    apiVersion: names.apiVersion,
    kind: 'APIServiceBinding',
    metadata: { namespace: 'klutch-bind', name: 'bananas.example.com' },
    spec: {
      kubeconfigSecretRef: { ...secondSecret, key: 'kubeconfig' },
      permissionClaims: [{ ...plain, state: 'Accepted' }],
    },
  });
  await fixture.waitForReady('bananas.example.com');
  view = new UserView(fixture, resourceOfCrd(bananas));
  await view.waitForQueueDrained();
}, 120_000);
afterAll(() => fixture?.stop(), 30_000);

const providerKey = () => ({ ...here, ...view.copyKey('db') });
const offer = (value: string) =>
  fixture.provider.apply(
    core.configMaps,
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...providerKey(), labels: { team: 'a' } },
      data: { value },
    },
    { fieldManager: 'test' },
  );
const arrives = (value: string): Promise<ConfigMap> =>
  eventually(`${value} is copied`, async () => {
    const found = await fixture.consumer.get(core.configMaps, here);
    return found?.data?.value === value ? found : undefined;
  });
const writes = () =>
  [...fixture.writes('consumer'), ...fixture.writes('provider')].filter(
    ({ name }) => name === 'db',
  );

/** Number of writes while the provider sets these values. */
async function writesForEach(values: string[]): Promise<number> {
  // Writes after the last sync do not count.
  await view.waitForQueueDrained();
  const before = writes().length;
  for (const value of values) {
    await offer(value);
    await arrives(value);
  }
  // The audit log may show a write later than the copy.
  await view.waitForQueueDrained();
  return writes().length - before;
}

itLong(
  "two kubeconfigs for one cluster namespace do not revert each other's writes to a claimed object",
  async () => {
    await offer('first');
    await arrives('first');
    await offer('second');
    const copy = await arrives('second');
    expect(copy.metadata.labels).toMatchObject({ team: 'a' });

    expect(await writesForEach(['a', 'b', 'c', 'd', 'e'])).toBe(5);
  },
  60_000,
);

itLong(
  'the claims of one stay served when the other is removed, and nothing is deleted',
  async () => {
    await offer('second');
    const copy = await arrives('second');
    const { kubeconfigSecret } = fixture;
    const kubeconfig = await fixture.consumer.get(
      core.secrets,
      kubeconfigSecret,
    );
    await fixture.consumer.delete(core.secrets, kubeconfigSecret);
    await eventually('the binding reports the missing secret', async () => {
      const { SecretValid } = await fixture.conditions('apples.example.com');
      return SecretValid === 'False/KubeconfigSecretNotFound';
    });
    await offer('third');
    const third = await arrives('third');
    expect(third.metadata.uid).toBe(copy.metadata.uid);
    // The rules of the removed kubeconfig's claims still apply.
    expect(third.metadata.labels).toMatchObject({ team: 'a' });

    await fixture.consumer.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { ...secondSecret, name: kubeconfigSecret.name },
      data: kubeconfig?.data,
    });
    await fixture.waitForReady('apples.example.com');
    await offer('fourth');
    const last = await arrives('fourth');
    expect(last.metadata.uid).toBe(copy.metadata.uid);
    expect(writes().filter(({ verb }) => verb === 'delete')).toEqual([]);

    expect(await writesForEach(['a', 'b', 'c', 'd', 'e'])).toBe(5);
  },
  60_000,
);

itLong(
  'a binding whose Secret leads to another namespace is not synced through the other one',
  async () => {
    const appleView = new UserView(fixture, resourceOfCrd(apples));
    await appleView.create('kept');
    const good = await fixture.tenantKubeconfig();
    const elsewhere = loadKubeConfig(good);
    elsewhere.contexts = elsewhere.contexts.map(context => ({
      ...context,
      namespace: 'default',
    }));
    const { namespace, name } = fixture.kubeconfigSecret;
    const lead = (kubeconfig: string) =>
      fixture.consumer.mergePatch(
        core.secrets,
        { namespace, name },
        { stringData: { kubeconfig } },
      );
    await lead(elsewhere.exportConfig());
    const isLost = async () => {
      const { InformersSynced } =
        await fixture.conditions('apples.example.com');
      return InformersSynced?.startsWith('False');
    };
    await eventually('the binding reports it', isLost, 60_000);
    await appleView.patch('kept', { spec: { note: 'later' } });
    await view.waitForQueueDrained();
    const { spec } = (await appleView.copy('kept')) ?? {};
    expect(spec).not.toHaveProperty('note');

    await lead(good);
    await fixture.waitForReady('apples.example.com');
    await appleView.waitForCopy('kept', copy => {
      expect(copy.spec).toMatchObject({ note: 'later' });
      return true;
    });
  },
  120_000,
);

itLong(
  'when the one in use is revoked, the other one is used for both, and only the binding of the revoked one reports it',
  async () => {
    const token = await tokenKubeconfig(fixture, 'second-token');
    // Else the kubeconfig of the control plane would be written to both Secrets.
    await fixture.backend.setKubeconfig('');
    await eventually('the heartbeat has seen it', async () => {
      const found = await fixture.provider.get(bindResources.clusterBindings, {
        namespace: fixture.clusterNamespace,
        name: names.clusterBinding,
      });
      const secretValid = getCondition(
        found?.status?.conditions,
        'SecretValid',
      );
      return secretValid?.status === 'False';
    });
    // In use since the other one was removed.
    await fixture.consumer.mergePatch(core.secrets, secondSecret, {
      stringData: { kubeconfig: token.yaml },
    });
    await eventually('requests are sent with the token', async () =>
      fixture
        .requests('provider', tokenUser(fixture))
        .some(({ verb }) => verb === 'patch'),
    );
    await token.revoke();
    const reportsRefusal = async () => {
      const { SecretValid } = await fixture.conditions('bananas.example.com');
      return SecretValid?.startsWith('False') === true;
    };
    await eventually('the binding reports it', reportsRefusal, 60_000);
    await offer('fifth');
    await arrives('fifth');
    await fixture.waitForReady('apples.example.com');
    const { SecretValid } = await fixture.conditions('apples.example.com');
    expect(SecretValid).toBe('True');
    expect(await reportsRefusal()).toBe(true);
  },
  120_000,
);
