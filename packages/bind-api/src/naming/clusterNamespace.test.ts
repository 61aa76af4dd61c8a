import fc from 'fast-check';
import {
  nameRegistry,
  dashed,
  isNamespaceName,
  nameRuns,
  splits,
} from '../testing/__testUtils__/dashedNames';
import type { Result } from '../result';
import { clusterScopedControlPlaneName } from './clusterScopedName';
import {
  appClusterNamespaceName,
  findPrefixCollisions,
} from './clusterNamespace';

jest.setTimeout(60_000);

describe('cluster namespaces of AppClusterBindings', () => {
  it('have the upstream format if namespace and name are unambiguous', () => {
    expect(appClusterNamespaceName('default', 'shop-1')).toEqual({
      ok: true,
      value: 'klutch-bind-default-shop-1',
    });
  });

  it.each([
    ['a-b', 'c', 'klutch-bind--a-b-c-16zgoq2gjrea5'],
    [
      'default',
      'shop.example',
      'klutch-bind--default-shop-example-2hmj1yfa802kr',
    ],
    [
      'default',
      'n'.repeat(60),
      `klutch-bind--default-${'n'.repeat(28)}-3tt3m0bdqr3z5`,
    ],
  ])('have a hash for %s/%s', (namespace, name, expected) => {
    const result = appClusterNamespaceName(namespace, name);
    expect(result.ok && result.value).toBe(expected);
  });

  it('are valid names, and different for different bindings', () => {
    const { register, owners } = nameRegistry();
    fc.assert(
      fc.property(dashed(2), fc.boolean(), (text, dotted) => {
        for (const [namespace, rest] of splits(text)) {
          const name = dotted
            ? rest.replace(/(?<=[a-z0-9])-(?=[a-z0-9])/, '.')
            : rest;
          const result = appClusterNamespaceName(namespace, name);
          if (!result.ok) throw new Error(result.error);
          register(result.value, [namespace, name]);
          if (!isNamespaceName(result.value)) throw new Error(result.value);
        }
      }),
      { numRuns: nameRuns },
    );
    expect(owners.size).toBeGreaterThan(nameRuns / 10);
    expect(appClusterNamespaceName('a', 'B').ok).toBe(false);
    expect(appClusterNamespaceName('', 'b').ok).toBe(false);
  });
});

describe('cluster namespaces with colliding prefixes', () => {
  it('are those of which one starts with the other and a dash', () => {
    const existing = ['a', 'a-b', 'a-b-c', 'ab', 'a-bc', 'b'];
    expect(findPrefixCollisions('a-b', existing)).toEqual(['a', 'a-b-c']);
    expect(findPrefixCollisions('c', existing)).toEqual([]);
  });

  it('are found among those of AppClusterBindings whose objects could get the same name', () => {
    const valueOf = (result: Result<string>) => {
      if (!result.ok) throw new Error(result.error);
      return result.value;
    };
    const of = (name: string) => valueOf(appClusterNamespaceName('team', name));
    const [shorter, longer] = [of('db'), of('db-2')];
    expect(valueOf(clusterScopedControlPlaneName(shorter, '2-x'))).toBe(
      valueOf(clusterScopedControlPlaneName(longer, 'x')),
    );
    expect(findPrefixCollisions(longer, [shorter])).toEqual([shorter]);
    expect(findPrefixCollisions(shorter, [longer])).toEqual([longer]);
  });
});
