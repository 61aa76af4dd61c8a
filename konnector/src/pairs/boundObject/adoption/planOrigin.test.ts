import { annotations } from '../../../markers';
import { planCopy } from '../plan/intent';
import { pins, thing } from '../../../testing/objects';
import { planAdoption } from './adopt';
import { planAdoptReleased, planOrigin } from './planOrigin';

const resource = {
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: true,
};
const manager = 'the-provider';
const origin = thing(
  {
    uid: 'p1',
    namespace: 'x-team-a',
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { tier: 'gold', 'argocd.argoproj.io/instance': 'x' },
    annotations: { note: 'x' },
    finalizers: ['example.com/teardown'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: 'x' }],
    managedFields: [
      {
        manager,
        operation: 'Update',
        fieldsV1: {
          'f:metadata': { 'f:labels': { 'f:tier': {} } },
          'f:spec': { 'f:plan': {} },
        },
      },
      { manager: 'second', operation: 'Apply', fieldsV1: { 'f:data': {} } },
      {
        manager,
        operation: 'Update',
        subresource: 'status',
        fieldsV1: { 'f:status': { 'f:phase': {} } },
      },
    ],
  },
  { spec: { plan: 'small' }, data: 'x', status: { phase: 'Ready' } },
);
const object = planAdoption(origin, resource, {
  namespace: 'team-a',
  name: 'a',
});
const target = {
  apiVersion: 'example.com/v1',
  key: { namespace: 'x-team-a', name: 'a' },
  marks: { annotations: {} },
};
const intentOf = (content: Record<string, unknown>) =>
  planCopy(
    { ...object, ...content, metadata: { ...object.metadata, uid: 'u1' } },
    target,
    pins,
  );

it('takes over the content and the synced metadata', () => {
  expect(object).toEqual({
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: {
      namespace: 'team-a',
      name: 'a',
      labels: { tier: 'gold' },
      annotations: {
        note: 'x',
        'klutch.anynines.com/bound': 'true',
        'klutch.anynines.com/adopted-from': 'p1',
      },
      finalizers: ['klutch.anynines.com/syncer'],
    },
    spec: { plan: 'small' },
    data: 'x',
  });
});

it('makes the content count as applied by us, and nothing else', () => {
  expect(planOrigin(origin, intentOf({}))).toEqual({
    metadata: {
      uid: 'p1',
      resourceVersion: '7',
      annotations: {
        'klutch.anynines.com/bound': 'true',
        'klutch.anynines.com/consumer-cluster': 'cluster-uid',
        'klutch.anynines.com/consumer-uid': 'u1',
        'klutch.anynines.com/applied-hash': expect.any(String),
      },
      managedFields: [
        {
          manager,
          operation: 'Update',
          fieldsV1: { 'f:metadata': { 'f:labels': { 'f:tier': {} } } },
        },
        {
          manager,
          operation: 'Update',
          subresource: 'status',
          fieldsV1: { 'f:status': { 'f:phase': {} } },
        },
        {
          manager: 'klutch.anynines.com',
          operation: 'Apply',
          apiVersion: 'example.com/v1',
          time: '2026-01-01T00:00:00Z',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:spec': { 'f:plan': {} }, 'f:data': {} },
        },
      ],
    },
  });
});

it('leaves the hash to the following apply when the object has changed since', () => {
  const patch = planOrigin(origin, intentOf({ spec: { plan: 'big' } }));
  expect(patch).not.toHaveProperty([
    'metadata',
    'annotations',
    'klutch.anynines.com/applied-hash',
  ]);
});

it('removes the permission in the write that takes over the object, with preconditions', () => {
  const released = thing({ annotations: { note: 'x' } }, { spec: { size: 1 } });
  const live = thing(
    { ...target.key, uid: 'c9', annotations: { [annotations.adopt]: 'true' } },
    { spec: { size: 2 } },
  );
  expect(planAdoptReleased(live, planCopy(released, target, pins))).toEqual({
    metadata: {
      uid: 'c9',
      resourceVersion: '7',
      annotations: {
        [annotations.bound]: 'true',
        [annotations.consumerCluster]: pins.consumerCluster,
        [annotations.consumerUid]: 'u1',
        [annotations.adopt]: null,
      },
    },
  });
});
