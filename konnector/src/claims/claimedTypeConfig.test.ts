import type { PermissionClaim } from '@klutch/bind-api';
import { EffectiveClaims } from '../pairs/claimedObject/EffectiveClaims';
import { claimedTypeConfig } from './claimedTypeConfig';

const claim = (
  version: string,
  change: Partial<PermissionClaim> = {},
): PermissionClaim => ({
  group: 'example.com',
  resource: 'things',
  version,
  ...change,
});

const configOf = (claims: readonly PermissionClaim[]) =>
  claimedTypeConfig('things.example.com', claims, new EffectiveClaims(), false);

describe('a type that is claimed in several versions', () => {
  it('is tried in the same order of versions, whichever binding claims it first', () => {
    const claims = [claim('v2'), claim('v1'), claim('v2')];
    expect(configOf(claims).versions).toEqual(['v1', 'v2']);
    expect(configOf(claims.reverse()).versions).toEqual(['v1', 'v2']);
    expect(configOf(claims).problem).toBeUndefined();
  });

  it.each<Partial<PermissionClaim>>([
    { update: { fields: ['spec.size'] } },
    { update: { preserving: ['spec.size'] } },
    { selector: { fieldSelectors: ['spec.size=1'] } },
  ])('is refused with a message when a claim has %j', change => {
    const naming = claim('v2', change);
    expect(configOf([claim('v1'), naming]).problem).toContain(
      'things.example.com is not served: bindings claim it in the versions v1, v2',
    );
    expect(configOf([claim('v2'), naming]).problem).toBeUndefined();
  });
});
