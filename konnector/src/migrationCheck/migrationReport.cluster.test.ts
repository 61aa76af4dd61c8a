/** `before-leaving`: the report, and the removal of leftovers, before the reference's konnector replaces ours; on two real clusters. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindResources, type PermissionClaim } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { remoteSettings } from '../cli/controlPlaneFlags';
import { konnectorCommand } from '../cli/flags';
import { installCrds, eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';
import type { MigrationReport } from './migrationReport';
import { beforeLeavingCommand } from './command';

const shared: PermissionClaim = {
  group: '',
  resource: 'configmaps',
  version: 'v1',
  selector: { owner: 'Consumer' },
};
const namespacedCrd = testCrd('vases', 'Vase');
const prefixedCrd = testCrd('shelves', 'Shelf', 'Cluster');
const unboundCrd = testCrd('lamps', 'Lamp');
const name = 'vases.example.com';
const keep = { 'klutch.anynines.com/deletion': 'keep' };
const lease = { namespace: 'klutch-bind', name: 'klutch-bind' };
let fixture: TwoClusterFixture;
let vases: UserView;
let shelves: UserView;

const start = async () => {
  const running = fixture.startKonnector({ lease });
  await eventually('the konnector is the leader', async () => {
    const found = await fixture.consumer.get(core.leases, lease);
    return Boolean(found?.spec?.holderIdentity);
  });
  return running;
};

const run = async (...args: string[]): Promise<string> => {
  const dir = mkdtempSync(join(tmpdir(), 'klutch-leaving-'));
  const file = join(dir, 'kubeconfig');
  // The command runs with the konnector's own rights.
  writeFileSync(file, fixture.konnectorConfig, { mode: 0o600 });
  let printed = '';
  const command = beforeLeavingCommand(text => {
    printed += text;
  }, remoteSettings);
  try {
    await konnectorCommand(async () => undefined)
      .addCommand(command)
      .parseAsync([
        ...['node', 'klutch-konnector', 'before-leaving'],
        ...['--kubeconfig', file, ...args],
      ]);
  } finally {
    rmSync(dir, { recursive: true });
  }
  return printed;
};
const report = async () =>
  JSON.parse(await run('-o', 'json')) as MigrationReport;
const binding = () =>
  fixture.consumer.get(fixture.bindingResource, {
    namespace: 'klutch-bind',
    name,
  });
const typesOn = async () =>
  ((await binding())?.status?.conditions ?? []).map(({ type }) => type);

/** Creates objects at each kind of risk, some of them while our konnector does not run. */
beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  vases = new UserView(fixture, resourceOfCrd(namespacedCrd));
  shelves = new UserView(fixture, resourceOfCrd(prefixedCrd));
  const running = await start();
  await fixture.offerAndBind(namespacedCrd, [shared]);
  await fixture.offerAndBind(prefixedCrd);
  const config = { namespace: 'team-a', name: 'lost' };
  await fixture.consumer.create(core.configMaps, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: config,
  });
  for (const view of [vases, shelves]) {
    await view.create('fine');
    await view.create('promised', undefined, {
      ...view.key('promised'),
      annotations: keep,
    });
    await view.delete('promised');
    await view.waitForObjectDeleted('promised');
  }
  await vases.create('valued', undefined, {
    ...vases.key('valued'),
    annotations: keep,
  });
  await vases.create('waiting');
  await eventually('the claimed object has a copy', () =>
    fixture.provider.get(core.configMaps, {
      namespace: vases.copyKey('lost').namespace,
      name: 'lost',
    }),
  );
  await eventually('the orphans are reported', async () =>
    (await typesOn()).includes('OrphanedCopies'),
  );
  await running.stop();
  await vases.delete('waiting');
  await fixture.consumer.delete(core.configMaps, config);
  // An object of the provider with the name of a user's object.
  const taken = userObject(vases.resource, 'taken');
  await fixture.consumer.create(vases.resource, taken);
  await fixture.provider.create(vases.resource, {
    ...taken,
    metadata: vases.copyKey('taken'),
  });
  // A copy that was kept when its API was unbound.
  await installCrds(fixture.provider, [unboundCrd]);
  await fixture.backend.export(unboundCrd);
  const lamp = resourceOfCrd(unboundCrd);
  await fixture.provider.create(lamp, {
    ...userObject(lamp, 'kept'),
    metadata: {
      ...fixture.backend.copyKeyOf(lamp, { namespace: 'team-a', name: 'kept' }),
      annotations: { 'klutch.anynines.com/bound': 'true' },
    },
  });
}, 150_000);
afterAll(() => fixture?.stop(), 30_000);

describe('R35: data at risk', () => {
  it('is listed with location and outcome, without objects that both konnectors treat alike', async () => {
    const { atRisk, problems } = await report();
    expect(problems).toEqual([]);
    const N = fixture.clusterNamespace;
    const at = (
      type: string,
      outcome: string,
      object: string,
      copy: string,
    ) => ({
      ...{ outcome, type, object, copy },
    });
    const inTeam = (type: string, outcome: string, object: string) =>
      at(type, outcome, `team-a/${object}`, `${N}-team-a/${object}`);
    expect(new Set(atRisk)).toEqual(
      new Set([
        inTeam(name, 'Orphaned', 'promised'),
        inTeam(name, 'DeletionWaiting', 'waiting'),
        inTeam(name, 'Overwritten', 'taken'),
        inTeam(name, 'KeepForgotten', 'valued'),
        { ...inTeam('configmaps', 'Orphaned', 'lost'), claimed: true },
        at('shelves.example.com', 'Orphaned', 'promised', `${N}-promised`),
        {
          ...inTeam('lamps.example.com', 'Orphaned', 'kept'),
          unbound: true,
        },
      ]),
    );
  });

  it('is reported with remedies, and nothing is changed', async () => {
    const before = await binding();
    const text = await run();
    expect(text).toContain(
      `vases.example.com team-a/promised (on the control plane: ${fixture.clusterNamespace}-team-a/promised)`,
    );
    for (const message of [
      'create the object again',
      'create the missing object again',
      'Approve the deletion',
      'Rename the object',
      'Do not delete the object',
      'when this API is bound again with the reference',
    ]) {
      expect(text).toContain(message);
    }
    expect(await binding()).toEqual(before);
  });

  it('is no longer listed once the copy is released to the app cluster', async () => {
    await vases.patchCopy('promised', {
      metadata: { annotations: { 'klutch.anynines.com/bound': null } },
    });
    const { atRisk } = await report();
    expect(
      atRisk.filter(
        ({ type, outcome }) => type === name && outcome === 'Orphaned',
      ),
    ).toEqual([]);
  });

  it('is reported as unchecked when the API is no longer exported', async () => {
    const key = {
      namespace: fixture.clusterNamespace,
      name: 'shelves.example.com',
    };
    const withdrawn = await fixture.provider.get(bindResources.exports, key);
    await fixture.provider.delete(bindResources.exports, key);
    await expect(run()).rejects.toThrow('Not everything could be checked');
    const { apiVersion = '', kind = '', spec } = withdrawn ?? {};
    if (!spec) throw new Error('The API was not exported.');
    await fixture.provider.create(bindResources.exports, {
      ...{ apiVersion, kind, metadata: key, spec },
    });
    const { problems } = await report();
    expect(problems).toEqual([]);
  });

  it('is reported as unchecked when a control plane cannot be read', async () => {
    const key = { namespace: 'klutch-bind', name: 'kubeconfig-x7k2p' };
    const good = await fixture.consumer.get(core.secrets, key);
    await fixture.consumer.mergePatch(core.secrets, key, {
      data: fixture.secretWith('nonsense').data,
    });
    await expect(run()).rejects.toThrow('Not everything could be checked');
    await fixture.consumer.mergePatch(core.secrets, key, { data: good?.data });
  });
});

describe('R39: leftovers on bindings', () => {
  it('are not removed while a konnector of ours runs', async () => {
    const running = await start();
    try {
      expect((await report()).running).toEqual([
        expect.stringContaining('klutch-bind/klutch-bind ('),
      ]);
      await expect(run('--apply')).rejects.toThrow(
        /is running .*klutch-bind\/klutch-bind.* scale deployment/,
      );
      expect((await binding())?.metadata.finalizers).toContain(
        'klutch.anynines.com/unbind',
      );
    } finally {
      await running.stop();
    }
  });

  it('are listed, and removed with --apply, so that the binding can be deleted and has no stale condition', async () => {
    const found = (await report()).leftovers.find(
      one => one.binding === `klutch-bind/${name}`,
    );
    expect(found).toEqual({
      binding: `klutch-bind/${name}`,
      finalizer: true,
      conditions: expect.arrayContaining([
        'OrphanedCopies',
        'SchemaInSync',
        'Syncing',
      ]),
      unbinding: false,
    });
    expect(await run('--apply')).toContain('finalizer');
    expect((await binding())?.metadata.finalizers ?? []).toEqual([]);
    expect(await typesOn()).toEqual([
      'Ready',
      'Connected',
      'Heartbeating',
      'InformersSynced',
      'SecretValid',
    ]);
    expect((await report()).leftovers).toEqual([]);
    expect(await run('--apply')).toContain('nothing to remove');

    await fixture.consumer.delete(fixture.bindingResource, {
      namespace: 'klutch-bind',
      name,
    });
    expect(await binding()).toBeUndefined();
  });

  it('stay on a binding that our konnector is finalizing', async () => {
    const key = { namespace: 'klutch-bind', name: 'shelves.example.com' };
    const finalizers = ['klutch.anynines.com/unbind'];
    await fixture.consumer.mergePatch(fixture.bindingResource, key, {
      metadata: { finalizers },
    });
    await fixture.consumer.delete(fixture.bindingResource, key);
    expect(await run('--apply')).toContain('is being deleted');
    const found = await fixture.consumer.get(bindResources.bindings, key);
    expect(found?.metadata.finalizers).toEqual(finalizers);
  });
});
