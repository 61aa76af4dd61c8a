import type { Resource } from '@klutch/kube';
import type { ServiceNamespaces } from '../../namespaces/ServiceNamespaces';
import { mappingOf } from '../../mapping/mappingOf';
import { planClaimedType, type ClaimedTypeFacts } from './planClaimedType';

const offered = (namespaced: boolean, group = 'example.com'): Resource => ({
  group,
  version: 'v1',
  plural: 'zones',
  kind: 'Zone',
  namespaced,
});
const inNamespaces = offered(true);
const clusterScoped = offered(false);
const plan = (facts: Partial<ClaimedTypeFacts>) =>
  planClaimedType({
    claim: { group: 'example.com', resource: 'zones', version: 'v1' },
    consumer: clusterScoped,
    provider: clusterScoped,
    isolation: 'Prefixed',
    mappingOf: (resource, isolation) =>
      mappingOf(
        resource,
        isolation,
        { name: 'cluster-x', uid: 'n' },
        {} as ServiceNamespaces,
      ),
    ...facts,
  });
const problemOf = (facts: Partial<ClaimedTypeFacts>) => {
  const planned = plan(facts);
  return planned.ok ? undefined : planned.problem;
};

describe('planClaimedType', () => {
  it.each([
    ['Prefixed', clusterScoped, { name: 'cluster-x-a' }],
    ['None', clusterScoped, { name: 'a' }],
    ['Namespaced', inNamespaces, { namespace: 'cluster-x', name: 'a' }],
  ] as const)(
    'isolation %s determines the location of copies',
    (isolation, provider, key) => {
      const planned = plan({ isolation, provider });
      expect(planned.ok && planned.mapping.locate({ name: 'a' })).toEqual({
        at: 'ready',
        key,
      });
    },
  );

  it('requires no isolation for namespaced types', () => {
    const both = { consumer: inNamespaces, provider: inNamespaces };
    expect(plan({ ...both, isolation: undefined }).ok).toBe(true);
    expect(plan({ ...both, isolation: 'None' }).ok).toBe(true);
  });

  it.each([
    ['', 'nodes'],
    ['rbac.authorization.k8s.io', 'clusterroles'],
    ['apiextensions.k8s.io', 'customresourcedefinitions'],
    ['admissionregistration.k8s.io', 'mutatingwebhookconfigurations'],
    ['policy', 'podsecuritypolicies'],
  ])(
    'never syncs the cluster-scoped types of group "%s"',
    (group, resource) => {
      const type = { ...offered(false, group), plural: resource };
      const planned = plan({
        claim: { group, resource, version: 'v1' },
        consumer: type,
        provider: type,
      });
      expect(planned).toMatchObject({ ok: false, retryable: false });
      expect(planned.ok || planned.problem).toContain(
        'controls the whole cluster',
      );
    },
  );

  it.each([
    ['klutch.anynines.com', 'apiservicebindings'],
    ['example-backend.klutch.anynines.com', 'apiserviceexporttemplates'],
  ])('never syncs types of group %s, namespaced or not', (group, resource) => {
    for (const namespaced of [true, false]) {
      const type = { ...offered(namespaced, group), plural: resource };
      const planned = plan({
        claim: { group, resource, version: 'v1' },
        consumer: type,
        provider: type,
      });
      expect(planned).toMatchObject({ ok: false, retryable: false });
      expect(planned.ok || planned.problem).toContain('what is synced');
    }
  });

  it('syncs namespaced types of Kubernetes', () => {
    const secrets = offered(true, '');
    expect(plan({ consumer: secrets, provider: secrets }).ok).toBe(true);
  });

  it('reports why the scopes do not match', () => {
    expect(problemOf({ isolation: 'Namespaced' })).toContain(
      'cluster-scoped on the app cluster and cluster-scoped on the control plane, which isolation Namespaced does not map',
    );
    expect(problemOf({ provider: inNamespaces })).toContain(
      'isolation Prefixed does not map',
    );
    expect(problemOf({ consumer: inNamespaces })).toContain('nothing maps');
  });

  it('reports that bindings disagree on the isolation', () => {
    expect(problemOf({ isolation: undefined })).toContain('same isolation');
  });

  it('reports which cluster does not serve the type, and retries', () => {
    expect(problemOf({ consumer: undefined })).toContain('the app cluster');
    expect(problemOf({ provider: undefined })).toContain('the control plane');
    expect(plan({ provider: undefined })).toMatchObject({ retryable: true });
  });
});
