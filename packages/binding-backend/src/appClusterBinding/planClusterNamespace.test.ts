import { annotations, labels } from '@klutch/bind-api';
import type { Namespace, ObjectMeta } from '@klutch/kube';
import {
  appClusterBinding,
  appClusterNamespace,
} from '../testing/appClusterSamples';
import {
  appClusterIdentity,
  idOf,
} from '../identity/appClusterBindingIdentity';
import { planClusterNamespace } from './planClusterNamespace';

const namespace = (name: string, metadata: ObjectMeta = {}): Namespace => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, ...metadata },
});
const binding = appClusterBinding();
const identity = {
  [annotations.identity]: appClusterIdentity(idOf(binding)),
};

describe('cluster namespace of an AppClusterBinding', () => {
  it('is created with its identity and labels', () => {
    expect(planClusterNamespace(binding, [])).toEqual({
      action: 'create',
      namespace: namespace(appClusterNamespace, {
        annotations: identity,
        labels: {
          [labels.appClusterBindingName]: 'apps',
          [labels.appClusterBindingNamespace]: 'platform',
        },
      }),
    });
  });

  it('is used when it has exactly this identity', () => {
    const own = namespace(appClusterNamespace, {
      uid: 'n',
      annotations: identity,
    });
    expect(planClusterNamespace(binding, [own])).toEqual({
      action: 'use',
      name: appClusterNamespace,
      uid: 'n',
    });
  });

  it.each([
    ['it has no identity', {}],
    [
      'only its labels match',
      {
        labels: {
          [labels.appClusterBindingName]: 'apps',
          [labels.appClusterBindingNamespace]: 'platform',
        },
      },
    ],
    [
      'it belongs to an earlier AppClusterBinding of the same name',
      {
        annotations: {
          [annotations.identity]: appClusterIdentity({
            ...idOf(binding),
            uid: 'uid-0',
          }),
        },
      },
    ],
  ])('B12b: is refused when %s', (_, metadata) => {
    const plan = planClusterNamespace(binding, [
      namespace(appClusterNamespace, metadata),
    ]);
    expect(plan).toMatchObject({
      action: 'refuse',
      reason: 'NamespaceNotOurs',
      message: expect.stringContaining('was not created for this'),
    });
  });

  it('is pending while it is being deleted', () => {
    const ending = namespace(appClusterNamespace, {
      annotations: identity,
      deletionTimestamp: '2026-01-01T00:00:00Z',
    });
    expect(planClusterNamespace(binding, [ending]).action).toBe('wait');
  });

  it("B12b: has no name with which its objects could collide with another app cluster's", () => {
    const other = namespace(`${appClusterNamespace}-2`, {
      annotations: { [annotations.identity]: 'somebody' },
    });
    expect(planClusterNamespace(binding, [other])).toMatchObject({
      action: 'refuse',
      reason: 'NamespacePrefixCollision',
    });
    const ordinary = namespace(`${appClusterNamespace}-2`);
    expect(planClusterNamespace(binding, [ordinary]).action).toBe('create');
  });

  it('B12b: is not created for a name too long for labels, with the limit in the message', () => {
    const long = appClusterBinding({}, { name: 'n'.repeat(64) });
    expect(planClusterNamespace(long, [])).toMatchObject({
      action: 'refuse',
      message: expect.stringContaining('has 64 characters; 63 are allowed'),
    });
    const longest = appClusterBinding({}, { name: 'n'.repeat(63) });
    const plan = planClusterNamespace(longest, []);
    expect(
      plan.action === 'create' && plan.namespace.metadata.name?.length,
    ).toBe(63);
  });
});
