import type { Failure } from '../failure';
import { selectAccess } from './selectAccess';

interface Access {
  failure: () => Failure | undefined;
}
const working = (): Access => ({ failure: () => undefined });
const failingSince = (msAgo: number): Access => ({
  failure: () => ({ message: 'gone', since: new Date(Date.now() - msAgo) }),
});

describe('selectAccess', () => {
  it('stays with the current access while it works', () => {
    const [first, current] = [working(), working()];
    expect(selectAccess(new Set([first, current]), current)).toBe(current);
  });

  it('stays with it during a short failure', () => {
    const [first, current] = [working(), failingSince(1_000)];
    expect(selectAccess(new Set([first, current]), current)).toBe(current);
  });

  it('uses another one when the current one is lost', () => {
    const [lost, other] = [failingSince(60_000), working()];
    const current = failingSince(60_000);
    const known = new Set([current, lost, other]);
    expect(selectAccess(known, current)).toBe(other);
  });

  it('stays with the current one when all are lost', () => {
    const [lost, current] = [failingSince(60_000), failingSince(60_000)];
    expect(selectAccess(new Set([lost, current]), current)).toBe(current);
  });

  it('uses another one when the current one is gone', () => {
    const [lost, other] = [failingSince(60_000), working()];
    expect(selectAccess(new Set([lost, other]), working())).toBe(other);
    expect(selectAccess(new Set([lost]), working())).toBe(lost);
    expect(selectAccess(new Set<Access>(), working())).toBeUndefined();
  });
});
