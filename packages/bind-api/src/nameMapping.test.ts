import fc from 'fast-check';
import {
  clusterScopedConsumerName,
  clusterScopedProviderName,
  parseResourceName,
  parseServiceNamespaceAnnotation,
  resourceName,
  serviceNamespaceAnnotation,
  serviceNamespaceName,
} from './nameMapping';

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);

describe('service namespaces', () => {
  it('are named after the cluster namespace and the app cluster’s namespace', () => {
    expect(serviceNamespaceName('cluster-x7k2p', 'team-a')).toEqual({
      ok: true,
      value: 'cluster-x7k2p-team-a',
    });
  });

  it('are reported, never cut, when the name gets longer than 63 characters', () => {
    const clusterNamespace = 'cluster-x7k2p';
    const longest = 'n'.repeat(63 - clusterNamespace.length - 1);
    expect(serviceNamespaceName(clusterNamespace, longest).ok).toBe(true);
    const tooLong = serviceNamespaceName(clusterNamespace, `${longest}n`);
    expect(tooLong).toEqual({
      ok: false,
      error: expect.stringMatching(
        /has 64 characters; Kubernetes allows 63\. .* at most 49 characters/,
      ),
    });
  });

  it('differ whenever the namespaces of one app cluster differ', () => {
    fc.assert(
      fc.property(label, label, label, (clusterNamespace, a, b) => {
        const [first, second] = [a, b].map(name =>
          serviceNamespaceName(clusterNamespace, name),
        );
        if (!first?.ok || !second?.ok) return;
        expect(first.value === second.value).toBe(a === b);
        expect(first.value.length).toBeLessThanOrEqual(63);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('cluster-scoped objects', () => {
  it('come back to the name they had', () => {
    fc.assert(
      fc.property(label, label, (clusterNamespace, name) => {
        const mapped = clusterScopedProviderName(clusterNamespace, name);
        expect(
          mapped.ok &&
            clusterScopedConsumerName(clusterNamespace, mapped.value),
        ).toBe(name);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of another app cluster have no name here', () => {
    expect(
      clusterScopedConsumerName('cluster-a', 'cluster-b-thing'),
    ).toBeUndefined();
    expect(
      clusterScopedConsumerName('cluster-a', 'cluster-a-'),
    ).toBeUndefined();
  });

  it('are refused beyond 253 characters', () => {
    const result = clusterScopedProviderName('cluster-a', 'x'.repeat(244));
    expect(result).toEqual({
      ok: false,
      error: expect.stringContaining('at most 243 characters'),
    });
  });
});

describe('names of exports', () => {
  it.each([
    [{ plural: 'backups', group: 'anynines.com' }, 'backups.anynines.com'],
    [{ plural: 'secrets', group: '' }, 'secrets'],
  ])('of %j is %s, and back', (resource, name) => {
    expect(resourceName(resource)).toBe(name);
    expect(parseResourceName(name)).toEqual(resource);
  });
});

describe('the annotation of a service namespace', () => {
  it('reads back what was written and refuses anything else', () => {
    expect(
      parseServiceNamespaceAnnotation(
        serviceNamespaceAnnotation('cluster-a', 'team-a'),
      ),
    ).toEqual({
      clusterNamespace: 'cluster-a',
      namespace: 'team-a',
    });
    for (const wrong of ['', 'a', 'a/', '/b', 'a/b/c'])
      expect(parseServiceNamespaceAnnotation(wrong)).toBeUndefined();
  });
});
