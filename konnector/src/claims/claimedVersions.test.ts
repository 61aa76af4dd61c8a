import type { PermissionClaim } from '@klutch/bind-api';
import { versionsOf, versionsProblem } from './claimedVersions';

const claim = (
  version: string,
  change: Partial<PermissionClaim> = {},
): PermissionClaim => ({
  group: 'example.com',
  resource: 'things',
  version,
  ...change,
});

describe('a type that is claimed in several versions', () => {
  it('is tried in the same order of versions, whichever binding claims it first', () => {
    const claims = [claim('v2'), claim('v1'), claim('v2')];
    expect(versionsOf(claims)).toEqual(['v1', 'v2']);
    expect(versionsOf(claims.reverse())).toEqual(['v1', 'v2']);
    expect(versionsProblem(claims)).toBeUndefined();
  });

  it.each<Partial<PermissionClaim>>([
    { update: { fields: ['spec.size'] } },
    { update: { preserving: ['spec.size'] } },
    { selector: { fieldSelectors: ['spec.size=1'] } },
  ])('is refused with a message when a claim has %j', change => {
    const naming = claim('v2', change);
    expect(versionsProblem([claim('v1'), naming])).toContain(
      'things.example.com is not served: bindings claim it in the versions v1, v2',
    );
    expect(versionsProblem([claim('v2'), naming])).toBeUndefined();
  });
});
