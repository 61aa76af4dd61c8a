import type { PermissionClaimSelector } from '@klutch/bind-api';
import fc from 'fast-check';
import {
  matchesLabels,
  matchesKey,
} from '../pairs/claimedObject/plan/claimSelection';
import { intersectSelectors } from './intersectSelectors';

const some = (...values: string[]) =>
  fc.option(fc.subarray(values), { nil: undefined });
const anySelector: fc.Arbitrary<PermissionClaimSelector> = fc.record(
  {
    names: some('a', 'b', 'c', '*'),
    namespaces: some('n', 'm', '*'),
    labelSelectors: fc.array(
      fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom('1', '2')),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
);
const anyObject = fc.record({
  namespace: fc.constantFrom('n', 'm', 'o', undefined),
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  labels: fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom('1', '2')),
});

describe('intersectSelectors', () => {
  it('selects exactly the objects that both select', () => {
    fc.assert(
      fc.property(anySelector, anySelector, anyObject, (a, b, object) => {
        const meant = (selector: PermissionClaimSelector | undefined) => {
          if (!selector) return false;
          const claim = { resource: 'secrets', version: 'v1', selector };
          return (
            matchesKey(claim, object) && matchesLabels(claim, object.labels)
          );
        };
        expect(meant(intersectSelectors(a, b))).toBe(meant(a) && meant(b));
      }),
      { numRuns: 5_000 },
    );
  });

  it('contains the field selectors of both, each once', () => {
    const selector = intersectSelectors(
      { fieldSelectors: ['type=a', 'x=y'] },
      { fieldSelectors: ['type=a', 'z=1'] },
    );
    expect(selector?.fieldSelectors).toEqual(['type=a', 'x=y', 'z=1']);
  });
});
