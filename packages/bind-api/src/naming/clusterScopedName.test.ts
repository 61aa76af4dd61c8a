// KLUTCH_LONG: `nameRuns` is larger.
import fc from 'fast-check';
import {
  nameRegistry,
  dashed,
  isNamespaceName,
  nameRuns,
  splits,
} from '../testing/__testUtils__/dashedNames';
import { findPrefixCollisions } from './clusterNamespace';
import {
  clusterScopedAppClusterName,
  clusterScopedControlPlaneName,
} from './clusterScopedName';

jest.setTimeout(60_000);

describe('cluster-scoped objects', () => {
  it('map back to their original name', () => {
    let cases = 0;
    fc.assert(
      fc.property(dashed(2), text => {
        for (const [clusterNamespace, name] of splits(text)) {
          cases += 1;
          const mapped = clusterScopedControlPlaneName(clusterNamespace, name);
          const back =
            mapped.ok &&
            clusterScopedAppClusterName(clusterNamespace, mapped.value);
          if (back !== name) throw new Error(`${name} came back as ${back}`);
        }
      }),
      { numRuns: 20_000 },
    );
    expect(cases).toBeGreaterThan(20_000);
  });

  it('may have dots, which the error message mentions', () => {
    expect(clusterScopedControlPlaneName('cluster-a', 'b.c')).toEqual({
      ok: true,
      value: 'cluster-a-b.c',
    });
    for (const name of ['', 'B', 'b_c', 'b..c', '.b', 'b.', 'É', 'b\n']) {
      expect(clusterScopedControlPlaneName('cluster-a', name)).toEqual({
        ok: false,
        error: expect.stringContaining('letters, digits, dashes and dots'),
      });
    }
    expect(clusterScopedControlPlaneName('b.c', 'a')).toEqual({
      ok: false,
      error: expect.stringContaining('letters, digits and dashes,'),
    });
  });

  it('have different names if the prefixes of their cluster namespaces do not collide', () => {
    let mappedNames = 0;
    fc.assert(
      fc.property(
        fc.array(dashed(1).filter(isNamespaceName), { maxLength: 5 }),
        fc.array(dashed(1).filter(isNamespaceName), { maxLength: 5 }),
        (candidates, objects) => {
          const admitted = [...new Set(candidates)].reduce<string[]>(
            (all, candidate) =>
              findPrefixCollisions(candidate, all).length > 0
                ? all
                : [...all, candidate],
            [],
          );
          const { register, owners } = nameRegistry();
          for (const clusterNamespace of admitted) {
            for (const name of objects) {
              const mapped = clusterScopedControlPlaneName(
                clusterNamespace,
                name,
              );
              if (mapped.ok) register(mapped.value, [clusterNamespace, name]);
            }
          }
          mappedNames += owners.size;
        },
      ),
      { numRuns: nameRuns },
    );
    expect(mappedNames).toBeGreaterThan(nameRuns);
  });

  it('of another app cluster have no name on this app cluster', () => {
    expect(
      clusterScopedAppClusterName('cluster-a', 'cluster-b-thing'),
    ).toBeUndefined();
    expect(
      clusterScopedAppClusterName('cluster-a', 'cluster-a-'),
    ).toBeUndefined();
  });

  it('are refused if the name is longer than 253 characters', () => {
    expect(clusterScopedControlPlaneName('cluster-a', 'x'.repeat(243)).ok).toBe(
      true,
    );
    expect(clusterScopedControlPlaneName('cluster-a', 'x'.repeat(244))).toEqual(
      {
        ok: false,
        error: expect.stringContaining('at most 243 characters'),
      },
    );
  });

  it('are refused if their name is not valid for a custom object', () => {
    for (const wrong of [
      '',
      'A',
      'a/b',
      'a..b',
      '-a',
      'a-',
      'ä',
      'x'.repeat(254),
    ])
      expect(clusterScopedControlPlaneName('cluster-a', wrong).ok).toBe(false);
    expect(clusterScopedControlPlaneName('cluster-a', 'a.b-c')).toEqual({
      ok: true,
      value: 'cluster-a-a.b-c',
    });
  });
});
