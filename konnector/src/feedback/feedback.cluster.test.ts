/**
 * B24: a user with kubectl sees why an object is not on the control plane; on
 * two real clusters.
 */
import { core, createClient, loadKubeConfig } from '@klutch/kube';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('widgets', 'Widget');
const crds = core.customResourceDefinitions;
let fixture: TwoClusterFixture;
let widgets: UserView;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  widgets = new UserView(fixture, resourceOfCrd(crd));
  fixture.startKonnector();
  await fixture.offer(crd);
  await fixture.bind(crd);
  await fixture.waitForReady('widgets.example.com');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const submit = (
  name: string,
  spec?: Record<string, unknown>,
  namespace?: string,
) =>
  fixture.consumer.create(
    widgets.resource,
    userObject(widgets.resource, name, spec, namespace),
  );

/** The version without one field of the app cluster's CRD. */
const withoutNote = () => {
  const version = structuredClone(crd.spec.versions[0]!);
  delete version.schema?.openAPIV3Schema?.properties?.spec?.properties?.note;
  return version;
};

/**
 * Changes the konnector's rights on the control plane, and waits until they are
 * effective.
 */
const grant = async (verbs: string[]) => {
  const rules = [{ apiGroups: ['example.com'], resources: ['widgets'], verbs }];
  await fixture.provider.mergePatch(
    core.clusterRoles,
    { name: 'api-widgets.example.com' },
    { rules },
  );
  const tenant = createClient(loadKubeConfig(await fixture.tenantKubeconfig()));
  await eventually('the rights are effective', async () => {
    const mayPatch = await tenant.canI({
      verb: 'patch',
      group: 'example.com',
      resource: 'widgets',
      namespace: widgets.copyKey('x').namespace,
    });
    return mayPatch === verbs.includes('patch');
  });
  await tenant.close();
};

describe('B24: Events report', () => {
  it('a rejection by the control plane once, and the object is not sent again', async () => {
    await widgets.create('first');
    // The control plane validates more strictly than the export so far.
    const version = crd.spec.versions[0]!;
    await fixture.provider.apply(
      crds,
      {
        ...crd,
        spec: {
          ...crd.spec,
          versions: [
            {
              ...version,
              schema: {
                openAPIV3Schema: {
                  ...version.schema?.openAPIV3Schema,
                  'x-kubernetes-validations': [
                    {
                      rule: "self.spec.plan != 'huge'",
                      message: 'the plan huge is not sold any more',
                    },
                  ],
                },
              },
            },
          ],
        },
      },
      { fieldManager: 'test-setup', force: true },
    );
    await submit('too-big', { plan: 'huge' });
    expect(await widgets.waitForEvent('too-big', 'Rejected')).toContain(
      'the plan huge is not sold any more',
    );
    await widgets.patch('too-big', {
      metadata: { finalizers: ['x.example.com/y'] },
    });
    await widgets.waitForQueueDrained();
    const refusals = fixture
      .writes('provider')
      .filter(({ name, code }) => name === 'too-big' && code === 422);
    expect(refusals).toHaveLength(1);
    expect(await widgets.eventCount('too-big', 'Rejected')).toBe(1);
  });

  it('a field unknown to the control plane', async () => {
    await fixture.provider.apply(
      crds,
      { ...crd, spec: { ...crd.spec, versions: [withoutNote()] } },
      { fieldManager: 'test-setup', force: true },
    );
    await eventually('the control plane rejects the field', async () => {
      try {
        await fixture.provider.apply(
          widgets.resource,
          {
            ...userObject(widgets.resource, 'probe', { note: 'x' }),
            metadata: widgets.copyKey('probe'),
          },
          { fieldManager: 'test', dryRun: true },
        );
        return false;
      } catch (error) {
        return String(error).includes('note');
      }
    });
    await submit('unknown-field', { plan: 'small', note: 'x' });
    expect(await widgets.waitForEvent('unknown-field', 'Rejected')).toContain(
      'note',
    );
  });

  it('the recovery once the app cluster has the new schema', async () => {
    await fixture.backend.export({
      ...crd,
      spec: { ...crd.spec, versions: [withoutNote()] },
    });
    await widgets.waitForCopy('unknown-field', ({ spec }) => !spec?.note);
    expect(await widgets.waitForEvent('unknown-field', 'Synced')).toBeDefined();
  });

  it('the recovery of a changed object', async () => {
    await widgets.patch('too-big', {
      spec: { plan: 'small' },
      metadata: { finalizers: ['klutch.anynines.com/syncer'] },
    });
    await widgets.waitForCopy('too-big', ({ spec }) => spec?.plan === 'small');
    expect(await widgets.waitForEvent('too-big', 'Synced')).toBeDefined();
  });

  it("the wait for a service namespace, with the backend's message", async () => {
    await fixture.consumer.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'early' },
    });
    fixture.backend.provisionsNamespaces = false;
    const early = new UserView(fixture, widgets.resource, 'early');
    await submit('waiting', { plan: 'small' }, 'early');
    expect(
      await early.waitForEvent('waiting', 'WaitingForNamespace'),
    ).toContain('service namespace');
    await fixture.backend.provisionServiceNamespace('early');
    await early.waitForCopy('waiting', () => true);
    expect(await early.waitForEvent('waiting', 'Synced')).toBeDefined();
    fixture.backend.provisionsNamespaces = true;
  }, 30_000);

  it('a missing right until it is granted', async () => {
    await grant(['get', 'list', 'watch']);
    await submit('forbidden');
    expect(await widgets.waitForEvent('forbidden', 'Forbidden')).toContain(
      'patch',
    );
    await grant(['get', 'list', 'watch', 'create', 'patch', 'delete']);
    await widgets.waitForCopy('forbidden', () => true);
    expect(await widgets.waitForEvent('forbidden', 'Synced')).toBeDefined();
  }, 30_000);
});
