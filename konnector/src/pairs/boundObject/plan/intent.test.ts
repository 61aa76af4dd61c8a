import { pins, thing } from '../../../testing/objects';
import { hashOfIntent, isApplied, planCopy } from './intent';

const target = {
  apiVersion: 'example.com/v1',
  key: { namespace: 'cluster-x-team-a', name: 'a' },
  marks: { annotations: {} },
};
const consumer = thing(
  {
    labels: { team: 'a', 'kapp.k14s.io/app': '1' },
    annotations: {
      note: 'hello',
      'kubectl.kubernetes.io/last-applied-configuration': '{}',
      'argocd.argoproj.io/tracking-id': 'x',
      'kustomize.toolkit.fluxcd.io/ssa': 'x',
      'meta.helm.sh/release-name': 'x',
      'klutch.anynines.com/bound': 'false',
      'crossplane.io/external-name': 'x',
    },
    finalizers: ['klutch.anynines.com/syncer'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: 'x' }],
  },
  { spec: { plan: 'small' }, status: { phase: 'x' }, extra: [1] },
);

describe('planCopy', () => {
  const intent = planCopy(consumer, target, pins);

  it('has spec and other content but no status, finalizers or owners', () => {
    expect(intent).toEqual({
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: {
        name: 'a',
        namespace: 'cluster-x-team-a',
        labels: { team: 'a' },
        annotations: {
          note: 'hello',
          'crossplane.io/external-name': 'x',
          'klutch.anynines.com/bound': 'true',
          'klutch.anynines.com/consumer-cluster': 'cluster-uid',
          'klutch.anynines.com/consumer-uid': 'u1',
          'klutch.anynines.com/applied-hash': expect.any(String),
        },
      },
      spec: { plan: 'small' },
      extra: [1],
    });
  });

  it('is the same intent regardless of status, finalizers and version', () => {
    const later = planCopy(
      {
        ...consumer,
        metadata: { ...consumer.metadata, resourceVersion: '99' },
        status: { phase: 'y' },
      },
      target,
      pins,
    );
    expect(hashOfIntent(later)).toBe(hashOfIntent(intent));
  });

  it('counts as applied when the provider added fields of its own', () => {
    const live = {
      ...intent,
      spec: { ...intent.spec, resourceRef: { name: 'a-x7k2p' } },
      status: { phase: 'x' },
    };
    expect(isApplied(intent, live)).toBe(true);
  });

  it('does not count as applied after a spec field was removed', () => {
    const live = intent;
    const shorter = planCopy({ ...consumer, spec: {} }, target, pins);
    expect(isApplied(shorter, live)).toBe(false);
  });

  it('does not count as applied after the provider changed one of our fields', () => {
    expect(isApplied(intent, { ...intent, spec: { plan: 'big' } })).toBe(false);
  });
});
