import type { APIServiceNamespace } from '@klutch/bind-api';
import { planNamespaceDeletion } from './planNamespaceDeletion';

const serviceNamespace = (
  metadata: APIServiceNamespace['metadata'] = {},
): APIServiceNamespace => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceNamespace',
  metadata: { name: 'team-a', namespace: 'cluster-x', ...metadata },
});
const facts = {
  serviceNamespace: serviceNamespace(),
  namespaceExists: false,
  ownClusters: new Set(['cluster-uid']),
  remaining: [{ type: 'gadgets.example.com', count: 0 }],
};

describe('planNamespaceDeletion', () => {
  it('deletes an empty one whose namespace is deleted', () => {
    expect(planNamespaceDeletion(facts)).toEqual({ step: 'delete' });
  });

  it('B17: keeps one that holds copies, or whose content is unknown', () => {
    const remaining = [...facts.remaining, { type: 'secrets', count: 2 }];
    expect(planNamespaceDeletion({ ...facts, remaining })).toEqual({
      step: 'keep',
      why: 'it still holds 2 object(s)',
    });
    expect(planNamespaceDeletion({ ...facts, remaining: [] }).step).toBe(
      'keep',
    );
  });

  it('B17: keeps one that may hold copies of an unknown type', () => {
    const remaining = [
      ...facts.remaining,
      { type: 'gone.example.com', count: undefined },
      { unknownTypes: 'unrecorded' as const },
    ];
    expect(planNamespaceDeletion({ ...facts, remaining })).toEqual({
      step: 'keep',
      why: 'it is unknown whether it holds gone.example.com, objects of types that could not be recorded, as the right to patch apiservicenamespaces is missing',
    });
  });

  it('keeps one of another app cluster', () => {
    const other = serviceNamespace({
      annotations: { 'klutch.anynines.com/consumer-cluster': 'another' },
    });
    expect(
      planNamespaceDeletion({ ...facts, serviceNamespace: other }),
    ).toEqual({ step: 'keep', why: 'it belongs to another app cluster' });
  });

  it('deletes an empty one of the app cluster that this one was restored from', () => {
    const former = {
      ...facts,
      ownClusters: new Set(['cluster-uid', 'former']),
      serviceNamespace: serviceNamespace({
        annotations: { 'klutch.anynines.com/consumer-cluster': 'former' },
      }),
    };
    expect(planNamespaceDeletion(former)).toEqual({ step: 'delete' });
    const remaining = [{ type: 'gadgets.example.com', count: 1 }];
    expect(planNamespaceDeletion({ ...former, remaining }).step).toBe('keep');
  });

  it('does nothing while the namespace exists or is being deleted', () => {
    expect(planNamespaceDeletion({ ...facts, namespaceExists: true })).toEqual({
      step: 'nothing',
    });
    expect(
      planNamespaceDeletion({
        ...facts,
        serviceNamespace: serviceNamespace({ deletionTimestamp: 'x' }),
      }),
    ).toEqual({ step: 'nothing' });
    expect(
      planNamespaceDeletion({ ...facts, serviceNamespace: undefined }),
    ).toEqual({ step: 'nothing' });
  });
});
