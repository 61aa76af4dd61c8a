/** Claimed objects whose write met nothing, or was refused: what brings them again, and that what is in step costs no request. */
import type { PermissionClaim } from '@klutch/bind-api';
import {
  ApiError,
  core,
  type ObjectKey,
  type Unstructured,
} from '@klutch/kube';
import { installCrds, eventually } from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

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
const above = (name: string): ObjectKey => ({
  namespace: 'cluster-x-team-a',
  name,
});
const below = (name: string): ObjectKey => ({ namespace: 'team-a', name });
const wheel: Unstructured = {
  apiVersion: 'example.com/v1',
  kind: 'Part',
  metadata: above('wheel'),
  spec: { plan: 'small' },
};

let fixture: TwoClusterFixture;
let running: RunningKonnector;
/** Of the secret `refused`. */
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
    metadata: above(name),
    data: { a: 'MQ==' },
  });
const isDown = (name: string) =>
  eventually(`${name} is down`, () =>
    fixture.consumer.get(core.secrets, below(name)),
  );
const wheelIsDown = () =>
  eventually('the wheel is down', async () =>
    fixture.consumer.get(parts, below('wheel')).catch(() => undefined),
  );
const isServed = async () => {
  const conditions = await fixture.conditions('bindings.example.com');
  return conditions.PermissionClaimsServed === 'True';
};

it('is copied again when its type is served again', async () => {
  await fixture.provider.create(parts, wheel);
  const before = await wheelIsDown();
  await fixture.consumer.delete(core.customResourceDefinitions, partCrdKey);
  await eventually('it is told', async () => !(await isServed()));
  await installCrds(fixture.consumer, [partCrd]);
  const after = await wheelIsDown();
  expect(after.metadata.uid).not.toBe(before.metadata.uid);
}, 90_000);

it('a resync retries rejected objects, and sends no request for objects in sync', async () => {
  await running.stop();
  running = start(1_000);
  await share('kept');
  await isDown('kept');
  await share('refused');
  const ofKept = () =>
    [...fixture.requests('provider'), ...fixture.requests('consumer')].filter(
      ({ name }) => name === 'kept',
    ).length;
  const tried = async (times: number) => {
    const wanted = attempts + times;
    await eventually('it is tried again', async () => attempts >= wanted);
  };
  await eventually('a resync asks nothing', async () => {
    const asked = ofKept();
    await tried(2);
    return ofKept() === asked;
  });
  expect(ofKept()).toBeGreaterThan(0);
  refuses = false;
  await isDown('refused');
}, 60_000);
