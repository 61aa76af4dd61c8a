/** B24: a user with kubectl sees why an object is not on the control plane; on two real clusters. */
import type { CustomResourceDefinition } from '@klutch/bind-api';
import { core, createClient, loadKubeConfig } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('widgets', 'Widget');
let fixture: TwoClusterFixture;
let widgets: UserView;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  widgets = new UserView(fixture, resourceOfCrd(crd));
  fixture.startKonnector();
  await fixture.offerAndBind(crd);
  // The service namespace exists for all tests.
  await widgets.create('first');
}, 90_000);
afterEach(() => {
  fixture.backend.provisionsNamespaces = true;
});
afterAll(() => fixture?.stop(), 30_000);

/** An API for one test only, whose CRD the test changes. */
const bindApi = async (plural: string) => {
  const own = testCrd(plural);
  await fixture.offerAndBind(own);
  return { crd: own, view: new UserView(fixture, resourceOfCrd(own)) };
};
const applyOnProvider = (changed: CustomResourceDefinition) =>
  fixture.provider.apply(core.customResourceDefinitions, changed, {
    fieldManager: 'test-setup',
    force: true,
  });

/** Changes the konnector's rights on the control plane, and waits until they are effective. */
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
  it('a rejection by the control plane once, without sending the object again, and the recovery once the object is changed', async () => {
    const { crd: strict, view } = await bindApi('stricts');
    // The control plane validates more strictly than the export so far.
    const version = strict.spec.versions[0]!;
    await applyOnProvider({
      ...strict,
      spec: {
        ...strict.spec,
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
    });
    await view.submit('too-big', { plan: 'huge' });
    expect(await view.waitForEvent('too-big', 'Rejected')).toContain(
      'the plan huge is not sold any more',
    );
    await view.patch('too-big', {
      metadata: { finalizers: ['x.example.com/y'] },
    });
    await view.waitForQueueDrained();
    const refusals = fixture
      .writes('provider')
      .filter(({ name, code }) => name === 'too-big' && code === 422);
    expect(refusals).toHaveLength(1);
    expect(await view.eventCount('too-big', 'Rejected')).toBe(1);

    await view.patch('too-big', {
      spec: { plan: 'small' },
      metadata: { finalizers: ['klutch.anynines.com/syncer'] },
    });
    await view.waitForCopy('too-big', ({ spec }) => spec?.plan === 'small');
    expect(await view.waitForEvent('too-big', 'Synced')).toBeDefined();
  });

  itLong(
    'a field unknown to the control plane, and the recovery once the app cluster has the new schema',
    async () => {
      const { crd: reduced, view } = await bindApi('reduceds');
      const version = structuredClone(reduced.spec.versions[0]!);
      delete version.schema?.openAPIV3Schema?.properties?.spec?.properties
        ?.note;
      const withoutNote = {
        ...reduced,
        spec: { ...reduced.spec, versions: [version] },
      };
      await applyOnProvider(withoutNote);
      await eventually('the control plane rejects the field', async () => {
        try {
          await fixture.provider.apply(
            view.resource,
            {
              ...userObject(view.resource, 'probe', { note: 'x' }),
              metadata: view.copyKey('probe'),
            },
            { fieldManager: 'test', dryRun: true },
          );
          return false;
        } catch (error) {
          return String(error).includes('note');
        }
      });
      await view.submit('unknown-field', { plan: 'small', note: 'x' });
      expect(await view.waitForEvent('unknown-field', 'Rejected')).toContain(
        'note',
      );

      await fixture.backend.export(withoutNote);
      await view.waitForCopy('unknown-field', ({ spec }) => !spec?.note);
      expect(await view.waitForEvent('unknown-field', 'Synced')).toBeDefined();
    },
  );

  itLong(
    "the wait for a service namespace, with the backend's message",
    async () => {
      await fixture.consumer.create(core.namespaces, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'early' },
      });
      fixture.backend.provisionsNamespaces = false;
      const early = new UserView(fixture, widgets.resource, 'early');
      await early.submit('waiting');
      expect(
        await early.waitForEvent('waiting', 'WaitingForNamespace'),
      ).toContain('service namespace');
      await fixture.backend.provisionServiceNamespace('early');
      await early.waitForCopy('waiting', () => true);
      expect(await early.waitForEvent('waiting', 'Synced')).toBeDefined();
    },
  );

  itLong('a missing right until it is granted', async () => {
    await grant(['get', 'list', 'watch']);
    await widgets.submit('forbidden');
    expect(await widgets.waitForEvent('forbidden', 'Forbidden')).toContain(
      'patch',
    );
    await grant(['get', 'list', 'watch', 'create', 'patch', 'delete']);
    await widgets.waitForCopy('forbidden', () => true);
    expect(await widgets.waitForEvent('forbidden', 'Synced')).toBeDefined();
  });
});
