import type { Entity } from '@backstage/catalog-model';
import { emptyState, HOLD_MS, planDelta, type SourceState } from './planDelta';

const entity = (name: string, title = name): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Resource',
  metadata: { name, title },
});

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => entity(`e${index}`));

const stateOf = (entities: Entity[]) =>
  planDelta(emptyState, entities, 0.5, 0).state;

/** The plan at a time after the first one, in milliseconds. */
const planAt = (now: number, state: SourceState, entities: Entity[]) =>
  planDelta(state, entities, 0.5, now);

describe('planDelta', () => {
  it('adds what is new or changed, and removes what is missing', () => {
    const known = stateOf([entity('same'), entity('old'), entity('gone')]);
    const changed = [entity('same'), entity('old', 'New'), entity('new')];
    const plan = planAt(1, known, changed);
    expect(plan.added).toEqual([entity('old', 'New'), entity('new')]);
    expect(plan.removed).toEqual(['resource:default/gone']);
    const next = planAt(2, plan.state, changed);
    expect([...next.added, ...next.removed]).toEqual([]);
  });

  it('holds back a large removal for some minutes, however many refreshes there are', () => {
    const first = planAt(1, stateOf(many(50)), many(10));
    expect(first.removed).toEqual([]);
    expect(first.state.heldBack.size).toBe(40);
    const second = planAt(HOLD_MS, first.state, many(10));
    expect(second.removed).toEqual([]);
    const third = planAt(HOLD_MS + 1, second.state, many(10));
    expect(third.removed).toHaveLength(40);
    expect(third.state.hashes.size).toBe(10);
  });

  it('removes nothing that came back, and nothing that is missing for the first time', () => {
    const { state } = planAt(1, stateOf(many(50)), many(10));
    const returned = planAt(2, state, many(50));
    expect([...returned.added, ...returned.removed]).toEqual([]);
    expect(returned.state.heldBack.size).toBe(0);
    const more = planAt(HOLD_MS + 1, state, many(5));
    expect(more.removed).toHaveLength(40);
    expect(more.state.heldBack.size).toBe(5);
  });

  it.each([
    ['a few entities', 20, 0, 0.5],
    ['a smaller share than the threshold', 50, 25, 0.5],
    ['any share if the threshold is 1', 50, 0, 1],
  ])('removes %s at once', (_, before, after, threshold) => {
    const plan = planDelta(stateOf(many(before)), many(after), threshold, 1);
    expect(plan.removed).toHaveLength(before - after);
  });

  it('adds while a removal is held back', () => {
    const plan = planAt(1, stateOf(many(50)), [entity('new')]);
    expect(plan.added).toEqual([entity('new')]);
    expect(plan.removed).toEqual([]);
  });
});
