import {
  annotations,
  bindResources,
  finalizers,
  names,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import type { Lease } from '@klutch/kube';
import {
  appClusterBinding,
  databasesBinding,
} from '../testing/appClusterSamples';
import { isHeld, planRemoval, type RemovalFacts } from './planRemoval';

const abandonAnnotation = {
  annotations: { [annotations.abandonAppCluster]: 'true' },
};
const deleting = databasesBinding({
  deletionTimestamp: '2026-01-01T00:00:00Z',
  finalizers: ['other', finalizers.unbind],
});
const serviceNamespace = (problem?: string): APIServiceNamespace => ({
  apiVersion: names.apiVersion,
  kind: bindResources.serviceNamespaces.kind,
  metadata: {
    name: 'team-a',
    ...(problem && {
      annotations: { [annotations.serviceNamespaceProblem]: problem },
    }),
  },
});
const plan = (facts: Partial<RemovalFacts>) =>
  planRemoval({
    binding: appClusterBinding(),
    bindings: [],
    serviceNamespaces: [],
    konnectorRuns: true,
    ...facts,
  });

describe('removal of an AppClusterBinding', () => {
  it('deletes bindings first, also while service namespaces exist', () => {
    const bindings = [databasesBinding()];
    expect(
      plan({ bindings, serviceNamespaces: [serviceNamespace()] }),
    ).toMatchObject({
      step: 'bindings',
      delete: bindings,
      removeFinalizerFrom: [],
    });
  });

  it('waits for the konnector, with a remedy in the message when none is running', () => {
    expect(plan({ bindings: [deleting] })).toMatchObject({
      delete: [],
      annotate: [],
      removeFinalizerFrom: [],
    });
    expect(plan({ bindings: [deleting], konnectorRuns: false })).toMatchObject({
      removeFinalizerFrom: [],
      message: expect.stringContaining('No konnector is running'),
    });
  });

  it('sets the annotation abandon-app-cluster on the bindings for a running konnector', () => {
    const binding = appClusterBinding({}, abandonAnnotation);
    expect(plan({ binding, bindings: [deleting] })).toMatchObject({
      annotate: [deleting],
      removeFinalizerFrom: [],
    });
  });

  it('removes the finalizer itself with the annotation abandon-app-cluster while no konnector runs', () => {
    const binding = appClusterBinding({}, abandonAnnotation);
    const facts = { binding, bindings: [deleting], konnectorRuns: false };
    expect(plan(facts)).toMatchObject({ removeFinalizerFrom: [deleting] });
    expect(plan({ ...facts, bindings: [databasesBinding()] })).toMatchObject({
      removeFinalizerFrom: [],
    });
  });

  it('waits for service namespaces afterwards, and reports why they are kept', () => {
    const kept = [serviceNamespace('1 database was never deleted.')];
    expect(plan({ serviceNamespaces: kept })).toMatchObject({
      step: 'service-namespaces',
      delete: kept,
      message: expect.stringContaining('1 database was never deleted.'),
    });
  });

  it('deletes the cluster namespace last', () => {
    expect(plan({})).toEqual({ step: 'namespace' });
  });
});

describe("the konnectors' Lease", () => {
  const now = new Date('2026-01-01T00:10:00Z');
  const lease = (spec: Lease['spec']): Lease => ({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {},
    spec,
  });

  it.each([
    ['it is missing', undefined, false],
    ['it has no holder', lease({ holderIdentity: '' }), false],
    [
      'it expired long ago',
      lease({ holderIdentity: 'a', renewTime: '2026-01-01T00:07:59Z' }),
      false,
    ],
    [
      'it was renewed recently',
      lease({ holderIdentity: 'a', renewTime: '2026-01-01T00:08:01Z' }),
      true,
    ],
    [
      'the clock of its holder is ahead',
      lease({ holderIdentity: 'a', renewTime: '2026-01-01T01:00:00Z' }),
      true,
    ],
    ['it has no renew time', lease({ holderIdentity: 'a' }), true],
  ])('is evaluated when %s', (_, found, held) => {
    expect(isHeld(found, now)).toBe(held);
  });
});
