import type { PermissionClaim } from '@klutch/bind-api';
import { thing } from '../../testing/objects';
import { claimMatchesOf, SyncedPairs } from './syncedPairs';

const claims: PermissionClaim[] = [
  { resource: 'secrets', version: 'v1', autoDonate: true },
];
const pair = { Provider: thing({ uid: 'p' }), Consumer: thing({ uid: 'c' }) };
const seen = (selects: boolean, by = claims, of = pair) => ({
  pair: of,
  claimMatches: claimMatchesOf(
    by,
    of,
    (_claim, side) => side === 'Provider' || selects,
  ),
  namespaceUid: 'n1',
});

describe('SyncedPairs', () => {
  const syncedPairs = new SyncedPairs();
  beforeEach(() => syncedPairs.add('a', seen(false)));

  it('contains an unchanged pair with unchanged claims', () => {
    expect(syncedPairs.has('a', seen(false))).toBe(true);
    expect(syncedPairs.has('b', seen(false))).toBe(false);
    syncedPairs.forget('a');
    expect(syncedPairs.has('a', seen(false))).toBe(false);
  });

  it('does not contain a pair whose objects or claims changed', () => {
    const changed = { ...pair, Consumer: thing({ resourceVersion: '8' }) };
    expect(syncedPairs.has('a', seen(false, claims, changed))).toBe(false);
    const others = claims.map(claim => ({ ...claim }));
    expect(syncedPairs.has('a', seen(false, others))).toBe(false);
    expect(syncedPairs.has('a', seen(false, []))).toBe(false);
  });

  it('does not contain a pair of which a claim selects another object', () => {
    expect(syncedPairs.has('a', seen(true))).toBe(false);
  });

  it('does not contain a pair whose namespace was recreated or deleted', () => {
    for (const namespaceUid of ['n2', undefined]) {
      expect(syncedPairs.has('a', { ...seen(false), namespaceUid })).toBe(
        false,
      );
    }
  });
});

it('a missing object is not selected', () => {
  expect(
    claimMatchesOf(claims, { Provider: pair.Provider }, () => true),
  ).toMatchObject([{ Provider: true, Consumer: false }]);
});
