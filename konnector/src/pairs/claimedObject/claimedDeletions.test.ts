/** The binding whose quota deletions of claimed objects count against, and the transfer of deletions to another binding. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { ApiError, type KubeObject } from '@klutch/kube';
import { BindingBreaker } from '../../deletion/breaker/BindingBreaker';
import type { Breaker, DeletionSource } from '../../deletion/breaker/Breaker';
import { defaultDeletionLimits } from '../../deletion/breaker/planBreaker';
import { annotations } from '../../markers';
import { thing } from '../../testing/objects';
import { ClaimedDeletions } from './claimedDeletions';

/** Executes every deletion unless the breaker is open. */
class FakeBreaker implements Breaker {
  isOpen = false;
  readonly sources = new Set<DeletionSource>();
  async execute(_deletion: unknown, send: () => Promise<unknown>) {
    if (!this.isOpen) await send();
    return !this.isOpen;
  }
  addSource(source: DeletionSource) {
    this.sources.add(source);
    return () => void this.sources.delete(source);
  }
  get pendingNames() {
    return [...this.sources].flatMap(source =>
      [...source.pendingDeletions()].map(deletion => deletion?.name),
    );
  }
}

/** The breaker of a binding whose API has this number of copies. */
function breakerOf(copies: number) {
  let binding = {
    metadata: { name: 'things', uid: 'b' },
  } as APIServiceBinding;
  const breaker = new BindingBreaker({
    getBinding: () => binding,
    writeBinding: async ({ metadata }, change) => {
      binding = { metadata: { ...metadata, ...change } } as APIServiceBinding;
      return binding;
    },
    limits: defaultDeletionLimits,
    changed() {},
  });
  breaker.addSource({
    copies: () => copies,
    pendingDeletions: () => [],
    keys: () => [],
    retry() {},
  });
  return { breaker, pause: async () => (await breaker.review(binding)).pause };
}

/** Claimed copies of each owner, and deletions of these copies. */
function claimed(count: Record<'Consumer' | 'Provider', number>) {
  const { breaker, pause } = breakerOf(10_000);
  const state = { now: 0, refuses: false };
  const ofOwner = (owner: 'Consumer' | 'Provider') =>
    Array.from({ length: count[owner] }, (_, index) =>
      thing({
        uid: `${owner}-${index}`,
        annotations: { [annotations.resourceOwner]: owner },
      }),
    );
  const copies = [...ofOwner('Consumer'), ...ofOwner('Provider')];
  const gone = new Set<KubeObject>();
  const claimedDeletions = new ClaimedDeletions({
    breaker,
    enqueue() {},
    objects: () => copies.filter(copy => !gone.has(copy)),
    forget() {},
    now: () => state.now,
  });
  const conflict = new ApiError({ code: 409, reason: 'x', message: 'changed' });
  const pass = (copy: KubeObject) =>
    claimedDeletions
      .execute(copy.metadata.uid ?? '', copy, async () => {
        if (state.refuses) throw conflict;
        gone.add(copy);
      })
      .catch(() => false);
  const passed = async (from: number, to: number, atOnce = true) => {
    let done = 0;
    const some = copies.slice(from, to);
    if (atOnce) {
      done = (await Promise.all(some.map(pass))).filter(Boolean).length;
    } else for (const copy of some) done += Number(await pass(copy));
    return done;
  };
  return { state, passed, pause };
}

describe('deletions of a claimed type', () => {
  it('beyond a tenth wait for approval, regardless of the number of objects of the API', async () => {
    const { passed, pause } = claimed({ Consumer: 300, Provider: 5_000 });
    expect(await passed(0, 30, false)).toBe(30);
    expect(await passed(30, 300, false)).toBe(0);
    expect(await pause()).toMatchObject({ waiting: 270, limit: 30 });
  });

  it('of a tenth are executed at once, and of another tenth after the window', async () => {
    const { state, passed } = claimed({ Consumer: 300, Provider: 0 });
    expect(await passed(0, 30)).toBe(30);
    state.now = defaultDeletionLimits.windowMs;
    expect(await passed(30, 57)).toBe(27);
    expect(await passed(57, 58)).toBe(0);
  });

  it('that wait count against the quota like completed ones', async () => {
    const { passed } = claimed({ Consumer: 300, Provider: 0 });
    expect(await passed(0, 31)).toBe(0);
  });

  it('that were rejected do not count against the quota', async () => {
    const { state, passed } = claimed({ Consumer: 40, Provider: 0 });
    state.refuses = true;
    for (let time = 0; time < 6; time += 1) await passed(0, 4);
    state.refuses = false;
    expect(await passed(0, 4)).toBe(4);
  });
});

function deletions() {
  const former = new FakeBreaker();
  const next = new FakeBreaker();
  const done: string[] = [];
  const claimedDeletions = new ClaimedDeletions({
    breaker: former,
    enqueue: key => void done.push(`enqueue ${key}`),
    objects: () => [],
    forget: () => void done.push('forget'),
  });
  const pass = (key: string) =>
    claimedDeletions.execute(
      key,
      thing({ uid: key }),
      async () => void done.push(key),
    );
  return { former, next, done, claimedDeletions, pass };
}

describe('deletions of claimed objects', () => {
  it('count against the quota of the first binding, then of the next', async () => {
    const { former, next, done, claimedDeletions, pass } = deletions();
    former.isOpen = true;
    expect(await pass('a')).toBe(false);
    expect(former.pendingNames).toEqual(['a']);
    former.isOpen = false;
    claimedDeletions.setBreaker(next);
    expect(former.sources.size).toBe(0);
    expect(next.pendingNames).toEqual(['a']);
    expect(await pass('a')).toBe(true);
    expect(next.pendingNames).toEqual([]);
    expect(done).toEqual(['a']);
    claimedDeletions.detach();
    expect(next.sources.size).toBe(0);
  });

  it('that wait for one binding are not executed for the next, which has no approval', async () => {
    const { former, next, done, claimedDeletions, pass } = deletions();
    former.isOpen = true;
    await pass('a');
    claimedDeletions.setBreaker(next);
    expect(next.pendingNames).toEqual([]);
    expect(done).toEqual(['forget', 'enqueue a']);
  });

  it('that wait keep waiting when the same binding is set again', async () => {
    const { former, done, claimedDeletions, pass } = deletions();
    former.isOpen = true;
    await pass('a');
    claimedDeletions.setBreaker(former);
    expect(former.pendingNames).toEqual(['a']);
    expect(done).toEqual([]);
  });
});
