/**
 * A leader is paused between a decision and its write while another one works, and then sends the write without a Lease
 * to stop it: it is rejected or harmless; on two real clusters.
 */
import type { PermissionClaim } from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { connect, type Connect } from '../../access/connect';
import { eventually } from '../__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd, userObject } from '../__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../__testUtils__/twoClusterFixture';
import { UserView } from '../__testUtils__/userView';
import { FaultyClient, type Call } from './FaultyClient';
import { WritePause } from './WritePause';

const crd = testCrd('trams', 'Tram');
const plural = 'trams';
const claim: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Consumer', labelSelectors: [{ share: 'yes' }] },
};
const finalizer = 'klutch.anynines.com/syncer';
const pause = new WritePause();
let fixture: TwoClusterFixture;
let trams: UserView;
let young: RunningKonnector | undefined;

const old: Connect = (kubeConfig, options) =>
  new FaultyClient(
    connect(kubeConfig, { ...options, userAgent: 'old' }),
    pause.faults,
  );

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  trams = new UserView(fixture, resourceOfCrd(crd));
  fixture.startKonnector({ connect: old });
  await fixture.offerAndBind(crd, [claim]);
  await trams.create('first');
}, 90_000);
afterEach(async () => {
  pause.resume();
  await young?.stop();
  young = undefined;
});
afterAll(() => fixture?.stop(), 30_000);

/** Pauses the old leader before a write of this kind, and starts another one. */
async function another(
  shouldPause: (call: Call) => boolean,
  act: () => Promise<unknown>,
): Promise<void> {
  pause.begin(shouldPause);
  await act();
  await eventually(
    'the old leader is about to write',
    async () => pause.pausedWrites.length > 0,
  );
  young = fixture.startKonnector();
  await eventually(
    'the other one works',
    async () => young?.konnector.health().ready,
  );
}

const writesOfTheOld = (side: 'consumer' | 'provider') =>
  fixture
    .writes(side)
    .filter(({ agent, resource }) => agent === 'old' && resource !== 'events');
/** @returns status code of the paused write. */
async function sent(side: 'consumer' | 'provider'): Promise<number> {
  const before = writesOfTheOld(side).length;
  pause.resume();
  const { code } = await eventually(
    'the old leader has written',
    async () => writesOfTheOld(side)[before],
  );
  await trams.waitForQueueDrained();
  return code;
}
const shown = (name: string, phase: string) =>
  trams.waitForObject(name, ({ status }) => status?.phase === phase);

itLong(
  'a first apply does not change the copy that the other one created',
  async () => {
    await another(
      ({ verb, resource }) => verb === 'apply' && resource === plural,
      () =>
        fixture.consumer.create(
          trams.resource,
          userObject(trams.resource, 'created'),
        ),
    );
    const copy = await trams.waitForCopy('created', () => true);
    expect(await sent('provider')).toBe(409);
    expect((await trams.copy('created'))?.metadata.uid).toBe(copy.metadata.uid);
  },
);

itLong('an apply of an older spec is reverted', async () => {
  await trams.create('changed');
  await another(
    ({ verb, resource }) => verb === 'apply' && resource === plural,
    () => trams.patch('changed', { spec: { plan: 'medium' } }),
  );
  await trams.waitForCopy('changed', ({ spec }) => spec?.plan === 'medium');
  await trams.patch('changed', { spec: { plan: 'big' } });
  await trams.waitForCopy('changed', ({ spec }) => spec?.plan === 'big');
  await sent('provider');
  await trams.waitForCopy('changed', ({ spec }) => spec?.plan === 'big');
  expect((await trams.object('changed'))?.spec?.plan).toBe('big');
});

itLong('an older status is rejected', async () => {
  await trams.create('reports');
  await another(
    ({ subresource, resource }) =>
      subresource === 'status' && resource === plural,
    () => trams.setStatus('reports', { phase: 'Early' }),
  );
  await shown('reports', 'Early');
  await trams.setStatus('reports', { phase: 'Late' });
  await shown('reports', 'Late');
  expect(await sent('consumer')).toBe(409);
  expect((await trams.object('reports'))?.status?.phase).toBe('Late');
});

itLong(
  'a deletion does not affect the copy of a recreated object',
  async () => {
    await trams.create('again');
    await another(
      ({ verb, resource }) => verb === 'delete' && resource === plural,
      () => trams.delete('again'),
    );
    await trams.waitForObjectDeleted('again');
    const copy = await trams.create('again', { plan: 'big' });
    expect(await sent('provider')).toBe(409);
    const now = await trams.copy('again');
    expect(now?.metadata.uid).toBe(copy.metadata.uid);
    expect(now?.metadata.deletionTimestamp).toBeUndefined();
  },
);

itLong('the finalizer of a recreated object is kept', async () => {
  await trams.create('held');
  await another(
    ({ verb, resource, body }) =>
      verb === 'patch' &&
      resource === plural &&
      JSON.stringify(body).includes('"finalizers":[]'),
    () => trams.delete('held'),
  );
  await trams.waitForObjectDeleted('held');
  await trams.create('held');
  expect(await sent('consumer')).toBe(409);
  expect((await trams.object('held'))?.metadata.finalizers).toEqual([
    finalizer,
  ]);
});

itLong(
  'the deletion of a claimed object does not affect one that was shared again',
  async () => {
    const share = (value: string) =>
      fixture.consumer.create(core.secrets, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {
          namespace: 'team-a',
          name: 'shared',
          labels: { share: 'yes' },
        },
        data: { a: value },
      });
    const { namespace } = trams.copyKey('shared');
    const waitForProviderSecret = (value: string) =>
      eventually('the secret is on the control plane', async () => {
        const found = await fixture.provider.get(core.secrets, {
          namespace,
          name: 'shared',
        });
        return found?.data?.a === value && found;
      });
    await share('MQ==');
    await waitForProviderSecret('MQ==');
    await another(
      ({ verb, resource }) => verb === 'delete' && resource === 'secrets',
      () =>
        fixture.consumer.delete(core.secrets, {
          namespace: 'team-a',
          name: 'shared',
        }),
    );
    await share('Mg==');
    const { metadata } = await waitForProviderSecret('Mg==');
    expect(await sent('provider')).toBe(409);
    expect((await waitForProviderSecret('Mg==')).metadata.uid).toBe(
      metadata.uid,
    );
  },
);
