/** Retries of claimed objects whose write failed or was rejected; on two real clusters. */
import type { PermissionClaim } from '@klutch/bind-api';
import {
  ApiError,
  core,
  type ObjectKey,
  type Unstructured,
} from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  installCrds,
  eventually,
} from '../../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const crd = testCrd('bindings', 'Binding');
const partCrd = testCrd('parts', 'Part');
const parts = resourceOfCrd(partCrd);
const partCrdKey = { name: 'parts.example.com' };
const claims: PermissionClaim[] = [
  { resource: 'secrets', version: 'v1', selector: { owner: 'Provider' } },
  {
    group: 'example.com',
    resource: 'parts',
    version: 'v1',
    selector: { owner: 'Provider' },
  },
];
const providerKey = (name: string): ObjectKey => ({
  namespace: 'cluster-x-team-a',
  name,
});
const consumerKey = (name: string): ObjectKey => ({
  namespace: 'team-a',
  name,
});
const wheel: Unstructured = {
  apiVersion: 'example.com/v1',
  kind: 'Part',
  metadata: providerKey('wheel'),
  spec: { plan: 'small' },
};

let fixture: TwoClusterFixture;
let running: RunningKonnector;
/** Attempts to create the secret `refused`. */
let attempts = 0;
let refuses = true;

const start = (resyncMs?: number) =>
  fixture.startKonnector({
    resyncMs,
    connect: fixture.withFaults({
      consumer: {
        before({ verb, resource, name }) {
          if (verb !== 'create' || resource !== 'secrets') return;
          if (name !== 'refused' || !refuses) return;
          attempts += 1;
          const message = 'not this one';
          throw new ApiError({ code: 422, reason: 'Invalid', message });
        },
      },
    }),
  });

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  await installCrds(fixture.provider, [partCrd]);
  await installCrds(fixture.consumer, [partCrd]);
  running = start();
  await fixture.offerAndBind(crd, claims);
  await new UserView(fixture, resourceOfCrd(crd)).create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const share = (name: string) =>
  fixture.provider.create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: providerKey(name),
    data: { a: 'MQ==' },
  });
const waitForCopy = (name: string) =>
  eventually(`${name} has a copy`, () =>
    fixture.consumer.get(core.secrets, consumerKey(name)),
  );
const waitForWheel = () =>
  eventually('the wheel has a copy', async () =>
    fixture.consumer.get(parts, consumerKey('wheel')).catch(() => undefined),
  );
const isServed = async () => {
  const conditions = await fixture.conditions('bindings.example.com');
  return conditions.PermissionClaimsServed === 'True';
};

itLong(
  'copies an object again when its type is served again',
  async () => {
    await fixture.provider.create(parts, wheel);
    const before = await waitForWheel();
    await fixture.consumer.delete(core.customResourceDefinitions, partCrdKey);
    await eventually(
      'the claim is reported as not served',
      async () => !(await isServed()),
    );
    await installCrds(fixture.consumer, [partCrd]);
    const after = await waitForWheel();
    expect(after.metadata.uid).not.toBe(before.metadata.uid);
  },
  90_000,
);

itLong(
  'retries rejected objects at a resync, and sends no request for objects in sync',
  async () => {
    await running.stop();
    running = start(1_000);
    await share('kept');
    await waitForCopy('kept');
    await share('refused');
    const ofKept = () =>
      [...fixture.requests('provider'), ...fixture.requests('consumer')].filter(
        ({ name }) => name === 'kept',
      ).length;
    const tried = async (times: number) => {
      const wanted = attempts + times;
      await eventually('the create is retried', async () => attempts >= wanted);
    };
    await eventually(
      'a resync sends no request for the synced secret',
      async () => {
        const asked = ofKept();
        await tried(2);
        return ofKept() === asked;
      },
    );
    expect(ofKept()).toBeGreaterThan(0);
    refuses = false;
    await waitForCopy('refused');
  },
  60_000,
);
