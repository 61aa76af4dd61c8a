/** `migrate` on two real clusters, with our konnector, and a Deployment and Lease as the reference's. */
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { apiServiceBindingCrd } from '@klutch/bind-api';
import { core, defineResource, type KubeClient } from '@klutch/kube';
/* eslint-disable @backstage/no-forbidden-package-imports -- test utilities of another package, for tests alone */
import {
  applyAll,
  eventually,
  installCrds,
} from '@klutch/konnector/src/testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
} from '@klutch/konnector/src/testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '@klutch/konnector/src/testing/__testUtils__/twoClusterFixture';
import { UserView } from '@klutch/konnector/src/testing/__testUtils__/userView';
/* eslint-enable @backstage/no-forbidden-package-imports */
import { runCommand } from './__testUtils__/runCommand';
import {
  deployments,
  konnectorKey,
  konnectorKind,
  type Deployment,
} from '../konnector/konnectorDeployment';
import { keptKey } from './deployments';

jest.setTimeout(30_000);

const name = 'vases.example.com';
const lease = { namespace: 'klutch-bind', name: 'klutch-bind' };
const pods = defineResource({
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
});
const labels = { app: 'konnector' };
const podSpec = {
  automountServiceAccountToken: false,
  containers: [{ name: 'konnector', image: 'konnector:v1.5.0' }],
};
let fixture: TwoClusterFixture;
let running: RunningKonnector;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  const { consumer } = fixture;
  await installCrds(consumer, [apiServiceBindingCrd('Namespaced')]);
  const crd = testCrd('vases', 'Vase');
  await fixture.offer(crd);
  await fixture.bind(crd);
  const reference: Deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...konnectorKey, labels },
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec },
    },
  };
  await consumer.create(deployments, reference);
  await consumer.create(pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'klutch-bind', name: 'konnector-1', labels },
    spec: podSpec,
  });
  await consumer.create(core.leases, {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: lease,
    spec: {
      holderIdentity: 'konnector-1',
      leaseDurationSeconds: 3600,
      renewTime: new Date().toISOString().replace('Z', '000Z'),
    },
  });
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

/** The connection stays open when a command ends. */
const keepOpen = (client: KubeClient): KubeClient =>
  new Proxy(client, {
    get(target, key) {
      if (key === 'close') return async () => undefined;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

const migrate = (...args: string[]) =>
  runCommand(() => keepOpen(fixture.consumer), args);
const toKlutch = [
  ...['konnector', '--to', 'klutch'],
  ...['--image', 'registry.test/klutch-konnector'],
];
const konnector = () => fixture.consumer.get(deployments, konnectorKey);
const kept = () => fixture.consumer.get(deployments, keptKey);
const finalizers = async () => {
  const { metadata } =
    (await fixture.consumer.get(fixture.bindingResource, {
      namespace: 'klutch-bind',
      name,
    })) ?? {};
  return metadata?.finalizers ?? [];
};

itLong('checks without changing anything, and prints the steps', async () => {
  const check = await migrate('check');
  expect(check.error).toBeUndefined();
  expect(check.stdout).toContain('Our konnector can replace');
  const before = await konnector();
  const dry = await migrate(...toKlutch, '--dry-run');
  expect(dry.error).toBeUndefined();
  expect(dry.stdout.match(/ \(dry run\)\n/g)).toHaveLength(5);
  expect(await konnector()).toEqual(before);
});

itLong('asks first, and changes nothing without an answer', async () => {
  const { error } = await migrate(...toKlutch);
  expect(error?.message).toMatch(/Nothing was changed.*--yes/);
  const unnamed = await migrate('konnector', '--to', 'klutch', '--yes');
  expect(unnamed.error?.message).toMatch(/No image .*--image/);
  expect((await konnector())?.spec?.replicas).toBe(3);
});

itLong(
  'starts ours only when the pods and the Lease of the reference are gone, and goes on after each interruption',
  async () => {
    const run = (timeout: string) =>
      migrate(...toKlutch, '--yes', '--timeout', timeout);
    const withPod = await run('1s');
    expect(withPod.error?.message).toMatch(/has not stopped.*pods konnector-1/);
    expect((await kept())?.spec?.replicas).toBe(0);
    const stopped = await konnector();
    expect(stopped?.spec?.replicas).toBe(0);
    expect(stopped && konnectorKind(stopped)).toBe('reference');

    await fixture.consumer.delete(pods, {
      namespace: 'klutch-bind',
      name: 'konnector-1',
    });
    const withLease = await run('1s');
    expect(withLease.error?.message).toMatch(/Lease klutch-bind\/klutch-bind/);
    await fixture.consumer.mergePatch(core.leases, lease, {
      spec: { holderIdentity: '' },
    });

    const unserved = await run('1s');
    expect(unserved.error?.message).toMatch(/not ready: vases.example.com/);
    const ours = await konnector();
    expect(ours && konnectorKind(ours)).toBe('klutch');

    running = fixture.startKonnector({ lease });
    const { error, stderr, stdout } = await run('20s');
    expect(error).toBeUndefined();
    expect(stdout).toBe('all bindings are ready\n');
    expect(stderr).toContain('--delete-old');
    expect(await finalizers()).toEqual(['klutch.anynines.com/unbind']);
  },
);

itLong('does not go back while data is at risk', async () => {
  const vases = new UserView(fixture, resourceOfCrd(testCrd('vases', 'Vase')));
  const deletion = 'klutch.anynines.com/deletion';
  await vases.create('kept', undefined, {
    annotations: { [deletion]: 'keep' },
  });
  const { error, stderr } = await migrate(
    ...['konnector', '--to', 'reference', '--yes'],
  );
  expect(error?.message).toMatch(
    /^Nothing was changed\.\nData of 1 object\(s\) is at risk/,
  );
  expect(stderr).toContain('team-a/kept');
  const ours = await konnector();
  expect(ours?.spec?.replicas).toBe(2);
  await vases.patch('kept', {
    metadata: { annotations: { [deletion]: null } },
  });
});

itLong(
  'goes back to the Deployment of the reference, with its replicas',
  async () => {
    const back = () => migrate('konnector', '--to', 'reference', '--yes');
    const refused = await back();
    expect(refused.error?.message).toMatch(
      /may not list Secrets.*konnector=reference/,
    );
    const check = await migrate('check', '-o', 'json');
    expect(check.error?.message).toMatch(/Do not change/);
    expect(JSON.parse(check.stdout)).toMatchObject({
      to: 'reference',
      current: 'klutch',
      atRisk: [],
      running: [expect.stringContaining('klutch-bind/klutch-bind')],
    });

    await applyAll(fixture.provider, fixture.backend.secretReader());
    const done = back();
    await eventually(
      'our konnector is told to stop',
      async () => (await konnector())?.spec?.replicas === 0,
    );
    await running.stop();
    const { error, stdout } = await done;
    expect(error).toBeUndefined();
    expect(stdout).toMatch(
      /Removed from the bindings:[^]*deployment\/konnector deleted/,
    );
    expect(await finalizers()).toEqual([]);
    const restored = await konnector();
    expect(restored?.spec?.replicas).toBe(3);
    expect(restored && konnectorKind(restored)).toBe('reference');
    expect(await kept()).toBeUndefined();
    const serviceAccount = await fixture.consumer.get(
      core.serviceAccounts,
      konnectorKey,
    );
    expect(serviceAccount).toBeDefined();
    expect((await back()).stdout).toContain('already');
  },
);

itLong(
  'deletes the kept Deployment and the role of the reference when told to',
  async () => {
    const { consumer, bindingResource } = fixture;
    const role = { name: 'klutch-bind-konnector' };
    await consumer.create(core.clusterRoles, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: role,
      rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
    });
    await consumer.delete(bindingResource, { namespace: 'klutch-bind', name });
    const { error } = await migrate(...toKlutch, '--yes', '--delete-old');
    expect(error).toBeUndefined();
    const ours = await konnector();
    expect(ours && konnectorKind(ours)).toBe('klutch');
    expect(await kept()).toBeUndefined();
    expect(await consumer.get(core.clusterRoles, role)).toBeUndefined();
  },
);

itLong(
  'lists what a control plane needs before our backend runs there',
  async () => {
    const { error, stdout } = await runCommand(
      () => keepOpen(fixture.provider),
      ['backend'],
    );
    expect(error?.message).toMatch(/not ready/);
    expect(stdout).toMatch(
      /todo +ClusterRoles are missing: klutch-binding-backend/,
    );
    expect(stdout).toMatch(/note +Stop the reference's backend/);
  },
);
