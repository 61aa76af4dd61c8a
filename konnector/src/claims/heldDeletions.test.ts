/** For which binding deletions of claimed objects count, and what of them another binding takes over. */
import type { Breaker, DeletionSource } from '../deletion/breaker/Breaker';
import { thing } from '../testing/objects';
import { HeldDeletions } from './heldDeletions';

/** Lets pass what it does not hold. */
class TestBreaker implements Breaker {
  holds = false;
  readonly sources = new Set<DeletionSource>();
  async pass(_doomed: unknown, send: () => Promise<unknown>) {
    if (!this.holds) await send();
    return !this.holds;
  }
  join(source: DeletionSource) {
    this.sources.add(source);
    return () => void this.sources.delete(source);
  }
  get doomed() {
    return [...this.sources].flatMap(source =>
      [...source.doomed()].map(({ name }) => name),
    );
  }
}

function deletions() {
  const former = new TestBreaker();
  const next = new TestBreaker();
  const done: string[] = [];
  const held = new HeldDeletions({
    breaker: former,
    look: key => void done.push(`look at ${key}`),
    forget: () => void done.push('forget'),
  });
  const pass = (key: string) =>
    held.pass(key, thing({ uid: key }), async () => void done.push(key));
  return { former, next, done, held, pass };
}

describe('deletions of claimed objects', () => {
  it('count for the one binding, then for the other', async () => {
    const { former, next, done, held, pass } = deletions();
    former.holds = true;
    expect(await pass('a')).toBe(false);
    expect(former.doomed).toEqual(['a']);
    former.holds = false;
    held.countFor(next);
    expect(former.sources.size).toBe(0);
    expect(next.doomed).toEqual(['a']);
    expect(await pass('a')).toBe(true);
    expect(next.doomed).toEqual([]);
    expect(done).toEqual(['a']);
    held.end();
    expect(next.sources.size).toBe(0);
  });

  it('that a binding holds are not carried out for another one, for which nobody has approved them', async () => {
    const { former, next, done, held, pass } = deletions();
    former.holds = true;
    await pass('a');
    held.countFor(next);
    expect(next.doomed).toEqual([]);
    expect(done).toEqual(['forget', 'look at a']);
  });

  it('that are held stay so while it is the same binding', async () => {
    const { former, done, held, pass } = deletions();
    former.holds = true;
    await pass('a');
    held.countFor(former);
    expect(former.doomed).toEqual(['a']);
    expect(done).toEqual([]);
  });
});
