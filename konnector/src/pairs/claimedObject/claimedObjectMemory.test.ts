import type { PermissionClaim } from '@klutch/bind-api';
import { thing } from '../../testing/objects';
import { PairMemories } from '../PairMemories';
import {
  syncedWith,
  wasSynced,
  type ClaimedObjectMemory,
  type PairSnapshot,
} from './claimedObjectMemory';

const claims: PermissionClaim[] = [
  { resource: 'secrets', version: 'v1', autoDonate: true },
];
const pair = { Provider: thing({ uid: 'p' }), Consumer: thing({ uid: 'c' }) };
const seen = (by = claims, of = pair) => ({
  pair: of,
  claims: by,
  namespaceUid: 'n1',
});

describe('a synced pair', () => {
  const memories = new PairMemories<ClaimedObjectMemory>();
  const isSynced = (key: string, snapshot: PairSnapshot) =>
    wasSynced(memories.of(key), snapshot);
  beforeEach(() => memories.change('a', syncedWith(seen())));

  it('is remembered with its objects and claims', () => {
    expect(isSynced('a', seen())).toBe(true);
    expect(isSynced('a', seen([...claims]))).toBe(true);
    expect(isSynced('b', seen())).toBe(false);
    memories.forget('a');
    expect(isSynced('a', seen())).toBe(false);
  });

  it('counts no longer as synced when its objects or claims changed', () => {
    const changed = { ...pair, Consumer: thing({ resourceVersion: '8' }) };
    expect(isSynced('a', seen(claims, changed))).toBe(false);
    const others = claims.map(claim => ({ ...claim }));
    expect(isSynced('a', seen(others))).toBe(false);
    expect(isSynced('a', seen([]))).toBe(false);
    expect(isSynced('a', seen([...claims, ...others]))).toBe(false);
  });

  it('counts no longer as synced when its namespace was recreated or deleted', () => {
    for (const namespaceUid of ['n2', undefined]) {
      expect(isSynced('a', { ...seen(), namespaceUid })).toBe(false);
    }
  });

  it('stays synced when something else of the pair is remembered', () => {
    memories.change('a', { failures: { consecutiveFailures: 1 } });
    expect(isSynced('a', seen())).toBe(true);
    memories.clear('a', 'synced');
    expect(isSynced('a', seen())).toBe(false);
    expect(memories.of('a').failures).toEqual({ consecutiveFailures: 1 });
  });
});
