/** B24, B26: the condition of an object, in the same write as its status, for any schema; on two real clusters. */
import type { CustomResourceDefinition } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const string = { type: 'string' };

/** Like `metav1.Condition`, but with a required generation. */
const withConditions = (crd: CustomResourceDefinition) => {
  const status =
    crd.spec.versions[0]!.schema!.openAPIV3Schema!.properties!.status!;
  status.properties = {
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: {
        type: 'object',
        required: [
          'type',
          'status',
          'reason',
          'message',
          'lastTransitionTime',
          'observedGeneration',
        ],
        properties: {
          type: string,
          status: { ...string, enum: ['True', 'False', 'Unknown'] },
          reason: string,
          message: string,
          lastTransitionTime: { type: 'string', format: 'date-time' },
          observedGeneration: { type: 'integer', format: 'int64' },
        },
      },
    },
  };
  return crd;
};
const withoutSubresource = (crd: CustomResourceDefinition) => {
  delete crd.spec.versions[0]!.subresources;
  return crd;
};

const crds = {
  gadgets: withConditions(testCrd('gadgets', 'Gadget')),
  plains: withoutSubresource(testCrd('plains', 'Plain')),
};
let fixture: TwoClusterFixture;
let gadgets: UserView;
let plains: UserView;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  gadgets = new UserView(fixture, resourceOfCrd(crds.gadgets));
  plains = new UserView(fixture, resourceOfCrd(crds.plains));
  fixture.startKonnector();
  for (const crd of Object.values(crds)) {
    await fixture.offer(crd);
    await fixture.bind(crd);
    await fixture.waitForReady(crd.metadata.name!);
  }
  // The service namespace exists for all tests.
  await gadgets.create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

interface Condition {
  type: string;
  status: string;
  reason: string;
  message: string;
  observedGeneration: number;
}
const reportedCondition = ({ status }: Unstructured): Condition | undefined =>
  ((status?.conditions ?? []) as Condition[]).find(
    ({ type }) => type === 'KonnectorSynced',
  );
const ready = {
  type: 'Ready',
  status: 'True',
  reason: 'Available',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
  observedGeneration: 1,
};

describe('B24: the condition of an object', () => {
  it('is set with the first status, in the same write', async () => {
    await gadgets.create('fine');
    await gadgets.setStatus('fine', { conditions: [ready] });
    const object = await gadgets.waitForObject('fine', ({ status }) => status);
    expect(object.status?.conditions).toEqual([
      ready,
      expect.objectContaining({
        type: 'KonnectorSynced',
        status: 'True',
        reason: 'Synced',
        observedGeneration: 1,
      }),
    ]);
    await gadgets.waitForQueueDrained();
    expect(gadgets.writesTo('consumer', 'fine')).toEqual([
      'patch',
      'patch status',
    ]);
    expect(gadgets.writesTo('provider', 'fine')).toEqual(['patch']);
  });

  it('reports a problem with one write, and the recovery with another', async () => {
    await fixture.provider.create(gadgets.resource, {
      ...userObject(gadgets.resource, 'taken'),
      metadata: {
        ...gadgets.copyKey('taken'),
        annotations: { 'klutch.anynines.com/consumer-cluster': 'another' },
      },
    });
    // The konnector that reports a later change of the control plane knows the
    // copy; otherwise it would start to create one.
    await gadgets.setStatus('first', { conditions: [ready] });
    await gadgets.waitForObject('first', ({ status }) =>
      ((status?.conditions ?? []) as Condition[]).some(
        ({ type }) => type === 'Ready',
      ),
    );
    await fixture.consumer.create(
      gadgets.resource,
      userObject(gadgets.resource, 'taken'),
    );
    const object = await gadgets.waitForObject('taken', reportedCondition);
    expect(reportedCondition(object)).toMatchObject({
      status: 'False',
      reason: 'Conflict',
    });
    expect(reportedCondition(object)?.message).toContain('another app cluster');
    await gadgets.waitForQueueDrained();
    expect(gadgets.writesTo('consumer', 'taken')).toEqual(['patch status']);

    await gadgets.deleteCopy('taken');
    await gadgets.waitForObject(
      'taken',
      now => reportedCondition(now)?.status === 'True',
    );
    await gadgets.waitForQueueDrained();
    expect(gadgets.writesTo('consumer', 'taken')).toEqual([
      'patch status',
      'patch',
      'patch status',
    ]);
  });
});

describe('B26: an API without a status subresource', () => {
  it('still gets its status', async () => {
    await plains.create('a');
    await plains.patchCopy('a', { status: { phase: 'Ready' } });
    const object = await plains.waitForObject(
      'a',
      ({ status }) => status?.phase,
    );
    expect(object.status).toEqual({ phase: 'Ready' });
    await plains.waitForQueueDrained();
    expect(plains.writesTo('consumer', 'a')).toEqual(['patch', 'patch']);
    expect(plains.writesTo('provider', 'a')).toEqual(['patch']);
  });
});

describeLong('a status that changes continuously', () => {
  it('is written immediately, then at most four times a second, and the last one is kept', async () => {
    await gadgets.create('busy');
    const from = Date.now();
    for (let turn = 1; turn <= 30; turn += 1) {
      await gadgets.setStatus('busy', {
        conditions: [{ ...ready, message: `${turn}` }],
      });
    }
    await gadgets.waitForObject('busy', ({ status }) =>
      ((status?.conditions ?? []) as Condition[]).some(
        ({ message }) => message === '30',
      ),
    );
    const spent = Date.now() - from;
    const writes = gadgets.writesTo('consumer', 'busy').length - 1;
    expect(writes).toBeLessThanOrEqual(2 + spent / 250);
  });
});
