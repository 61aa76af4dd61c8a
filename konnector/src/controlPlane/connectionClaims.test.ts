/** Start, restart and stop of the claims of a connection. */
import { emptyReports } from '../feedback/IssueCounters';
import type { ClaimedTypes } from '../claims/ClaimedTypes';
import { createConnectionClaims } from './connectionClaims';

const flushPromises = () => new Promise(setImmediate);

interface Joined {
  uid: string;
  signal: AbortSignal;
  objects: ClaimedTypes;
  /** Resolves `stopped`. */
  finish: () => void;
}

function connection() {
  const ending = new AbortController();
  const joined: Joined[] = [];
  const claims = createConnectionClaims({
    join(uid, signal) {
      let finish = () => {};
      const stopped = new Promise<void>(resolve => {
        finish = resolve;
      });
      const objects: ClaimedTypes = {
        setClaims() {},
        status: () => ({ isKnown: false }),
        issueReports: () => emptyReports,
        stopped: () => stopped,
      };
      joined.push({ uid, signal, objects, finish });
      return objects;
    },
    signal: ending.signal,
  });
  return { claims, joined, end: () => ending.abort() };
}

it('claims do not start before the cluster namespace is known', async () => {
  const { claims, joined } = connection();
  expect(claims.current).toBeUndefined();
  expect(joined).toEqual([]);
  await claims.stopped();
});

it('claims restart once when the cluster namespace changes', () => {
  const { claims, joined } = connection();
  const changed = ['first', 'first', 'second', 'second'].map(uid =>
    claims.setNamespaceUid(uid),
  );
  expect(changed).toEqual([true, false, true, false]);
  expect(joined.map(({ uid }) => uid)).toEqual(['first', 'second']);
  expect(joined.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  expect(claims.current).toEqual({
    providerNamespaceUid: 'second',
    claimedTypes: joined[1]?.objects,
  });
});

it.each([
  [0, 1],
  [1, 0],
])(
  'claims have stopped when those of all cluster namespaces have stopped writing: %i, then %i',
  async (...order) => {
    const { claims, joined, end } = connection();
    claims.setNamespaceUid('first');
    claims.setNamespaceUid('second');
    end();
    expect(joined.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    const finished: number[] = [];
    const over = claims.stopped().then(() => [...finished]);
    for (const index of order) {
      await flushPromises();
      finished.push(index);
      joined[index]?.finish();
    }
    expect(await over).toEqual(order);
  },
);

it('claims never start after the connection has ended, because nothing would stop them', async () => {
  const { claims, joined, end } = connection();
  end();
  expect(claims.setNamespaceUid('late')).toBe(false);
  expect(joined).toEqual([]);
  expect(claims.current).toBeUndefined();
  await claims.stopped();
});
