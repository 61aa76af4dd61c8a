import type { PermissionClaim } from '@klutch/bind-api';
import { thing } from '../../testing/objects';
import { SyncedPairs } from './syncedPairs';

const claims: PermissionClaim[] = [
  { resource: 'secrets', version: 'v1', autoDonate: true },
];
const pair = { Provider: thing({ uid: 'p' }), Consumer: thing({ uid: 'c' }) };
const seen = (by = claims, of = pair) => ({
  pair: of,
  claims: by,
  namespaceUid: 'n1',
});

describe('SyncedPairs', () => {
  const syncedPairs = new SyncedPairs();
  beforeEach(() => syncedPairs.add('a', seen()));

  it('contains an unchanged pair with unchanged claims', () => {
    expect(syncedPairs.has('a', seen())).toBe(true);
    expect(syncedPairs.has('a', seen([...claims]))).toBe(true);
    expect(syncedPairs.has('b', seen())).toBe(false);
    syncedPairs.forget('a');
    expect(syncedPairs.has('a', seen())).toBe(false);
  });

  it('does not contain a pair whose objects or claims changed', () => {
    const changed = { ...pair, Consumer: thing({ resourceVersion: '8' }) };
    expect(syncedPairs.has('a', seen(claims, changed))).toBe(false);
    const others = claims.map(claim => ({ ...claim }));
    expect(syncedPairs.has('a', seen(others))).toBe(false);
    expect(syncedPairs.has('a', seen([]))).toBe(false);
    expect(syncedPairs.has('a', seen([...claims, ...others]))).toBe(false);
  });

  it('does not contain a pair whose namespace was recreated or deleted', () => {
    for (const namespaceUid of ['n2', undefined]) {
      expect(syncedPairs.has('a', { ...seen(), namespaceUid })).toBe(false);
    }
  });
});
