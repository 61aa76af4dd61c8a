import type { PermissionClaim } from '@klutch/bind-api';
import { thing } from '../../testing/objects';
import { PairMemories } from './PairMemories';

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
  const memories = new PairMemories();
  beforeEach(() => memories.setSynced('a', seen()));

  it('is remembered with its objects and claims', () => {
    expect(memories.isSynced('a', seen())).toBe(true);
    expect(memories.isSynced('a', seen([...claims]))).toBe(true);
    expect(memories.isSynced('b', seen())).toBe(false);
    memories.forget('a');
    expect(memories.isSynced('a', seen())).toBe(false);
  });

  it('counts no longer as synced when its objects or claims changed', () => {
    const changed = { ...pair, Consumer: thing({ resourceVersion: '8' }) };
    expect(memories.isSynced('a', seen(claims, changed))).toBe(false);
    const others = claims.map(claim => ({ ...claim }));
    expect(memories.isSynced('a', seen(others))).toBe(false);
    expect(memories.isSynced('a', seen([]))).toBe(false);
    expect(memories.isSynced('a', seen([...claims, ...others]))).toBe(false);
  });

  it('counts no longer as synced when its namespace was recreated or deleted', () => {
    for (const namespaceUid of ['n2', undefined]) {
      expect(memories.isSynced('a', { ...seen(), namespaceUid })).toBe(false);
    }
  });

  it('stays synced when something else of the pair is remembered', () => {
    memories.update('a', { failures: { consecutiveFailures: 1 } });
    expect(memories.isSynced('a', seen())).toBe(true);
    memories.update('a', { synced: undefined });
    expect(memories.isSynced('a', seen())).toBe(false);
    expect(memories.of('a').failures).toEqual({ consecutiveFailures: 1 });
  });
});
