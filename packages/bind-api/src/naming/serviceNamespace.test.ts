// KLUTCH_LONG: `nameRuns` is larger.
import fc from 'fast-check';
import {
  nameRegistry,
  dashed,
  isNamespaceName,
  nameRuns,
  splits,
} from '../testing/__testUtils__/dashedNames';
import { appClusterNamespaceName } from './clusterNamespace';
import {
  parseServiceNamespaceAnnotation,
  serviceNamespaceAnnotation,
  serviceNamespaceName,
} from './serviceNamespace';

jest.setTimeout(60_000);

describe('service namespaces', () => {
  it('are named after the cluster namespace and the app cluster’s namespace', () => {
    expect(serviceNamespaceName('cluster-x7k2p', 'team-a')).toEqual({
      ok: true,
      value: 'cluster-x7k2p-team-a',
    });
  });

  it.each([
    ['a', 'b-c', 'klutch--a-b-c-2t1f7m1ffmvsx'],
    ['a-b-c', 'd', 'klutch--a-b-c-d-0p6nutahrziwm'],
    [
      'klutch-bind-default-shop',
      'team-a',
      'klutch--klutch-bind-default-shop-team-a-0z6g3bxa0ay11',
    ],
    ['klutch-bind', 'a-b', 'klutch--klutch-bind-a-b-3b13dqtwzg2ue'],
  ])(
    'of a cluster namespace that was not generated, such as %s, have a hash',
    (clusterNamespace, namespace, name) => {
      const result = serviceNamespaceName(clusterNamespace, namespace);
      expect(result.ok && result.value).toBe(name);
    },
  );

  it('are refused, not cut, when the name is longer than 63 characters', () => {
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

  it.each([
    ['x'.repeat(55), 'Kubernetes allows 63. The name of the cluster namespace'],
    ['x'.repeat(54), 'Kubernetes allows 63. The name of the cluster namespace'],
    ['x'.repeat(53), 'Use a namespace with a name of at most 1 characters.'],
  ])(
    'of a cluster namespace as long as cluster-%s get a usable remedy in the error message',
    (rest, advice) => {
      const result = serviceNamespaceName(`cluster-${rest}`, 'ab');
      expect(result).toEqual({
        ok: false,
        error: expect.stringContaining(advice),
      });
    },
  );

  it('are different for different pairs, however they are split at dashes', () => {
    const { register, owners } = nameRegistry();
    fc.assert(
      fc.property(dashed(2), text => {
        for (const [clusterNamespace, namespace] of splits(text)) {
          const result = serviceNamespaceName(clusterNamespace, namespace);
          if (!result.ok) {
            if (text.length <= 63) throw new Error(result.error);
            continue;
          }
          register(result.value, [clusterNamespace, namespace]);
          if (!isNamespaceName(result.value)) throw new Error(result.value);
          const isGenerated =
            clusterNamespace.split('-').length === 2 &&
            clusterNamespace !== 'klutch-bind';
          if (isGenerated && result.value !== text)
            throw new Error(`${result.value} is not the plain form of ${text}`);
        }
      }),
      { numRuns: nameRuns },
    );
    expect(owners.size).toBeGreaterThan(nameRuns / 10);
  });

  it('never equal the cluster namespace of an AppClusterBinding', () => {
    const { register, owners } = nameRegistry();
    fc.assert(
      fc.property(dashed(2), text => {
        for (const [first, second] of splits(text)) {
          const service = serviceNamespaceName(first, second);
          if (service.ok) register(service.value, ['service', first, second]);
          const cluster = appClusterNamespaceName(first, second);
          if (cluster.ok) register(cluster.value, ['cluster', first, second]);
        }
      }),
      { numRuns: nameRuns },
    );
    expect(owners.size).toBeGreaterThan(nameRuns / 10);
  });

  it('are refused with an error message for invalid names', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string(), dashed(1)),
        fc.string({ unit: 'binary', maxLength: 70 }),
        (one, other) => {
          for (const [clusterNamespace, namespace] of [
            [one, 'a'],
            ['cluster-a', one],
            [other, one],
          ] as const) {
            const pair = [clusterNamespace, namespace];
            const result = serviceNamespaceName(clusterNamespace, namespace);
            const good = result.ok
              ? pair.every(isNamespaceName) && isNamespaceName(result.value)
              : result.error.endsWith('.');
            if (!good) throw new Error(JSON.stringify({ pair, result }));
          }
        },
      ),
      { numRuns: 1_000 },
    );
    expect(serviceNamespaceName('cluster-a', 'Ümlaut')).toEqual({
      ok: false,
      error: expect.stringContaining(
        '"Ümlaut" is not a valid name of a namespace',
      ),
    });
    expect(serviceNamespaceName('', 'team-a').ok).toBe(false);
  });
});

describe('the annotation of a service namespace', () => {
  it('parses formatted values and refuses any other text', () => {
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
