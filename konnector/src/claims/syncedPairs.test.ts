import type { PermissionClaim } from '@klutch/bind-api';
import { thing } from '../testing/objects';
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
  const settled = new SyncedPairs();
  beforeEach(() => settled.add('a', seen(false)));

  it('knows a pair again that is the same under the same claims', () => {
    expect(settled.has('a', seen(false))).toBe(true);
    expect(settled.has('b', seen(false))).toBe(false);
    settled.forget('a');
    expect(settled.has('a', seen(false))).toBe(false);
  });

  it('is looked at again when an object or a claim is another one', () => {
    const changed = { ...pair, Consumer: thing({ resourceVersion: '8' }) };
    expect(settled.has('a', seen(false, claims, changed))).toBe(false);
    const others = claims.map(claim => ({ ...claim }));
    expect(settled.has('a', seen(false, others))).toBe(false);
    expect(settled.has('a', seen(false, []))).toBe(false);
  });

  it('is looked at again when a claim selects the other object, too', () => {
    expect(settled.has('a', seen(true))).toBe(false);
  });

  it('is looked at again when its namespace has become another one', () => {
    for (const namespaceUid of ['n2', undefined]) {
      expect(settled.has('a', { ...seen(false), namespaceUid })).toBe(false);
    }
  });
});

it('an object that is not there is not selected', () => {
  expect(
    claimMatchesOf(claims, { Provider: pair.Provider }, () => true),
  ).toMatchObject([{ Provider: true, Consumer: false }]);
});
