import type { Entity } from '@backstage/catalog-model';
import { emptyState, planDelta } from './planDelta';

const entity = (name: string, title = name): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Resource',
  metadata: { name, title },
});

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => entity(`e${index}`));

const stateOf = (entities: Entity[]) =>
  planDelta(emptyState, entities, 0.5).state;

describe('planDelta', () => {
  it('adds what is new or changed, and removes what is missing', () => {
    const known = stateOf([entity('same'), entity('old'), entity('gone')]);
    const changed = [entity('same'), entity('old', 'New'), entity('new')];
    const plan = planDelta(known, changed, 0.5);
    expect(plan.added).toEqual([entity('old', 'New'), entity('new')]);
    expect(plan.removed).toEqual(['resource:default/gone']);
    const next = planDelta(plan.state, changed, 0.5);
    expect([...next.added, ...next.removed]).toEqual([]);
  });

  it('holds back a large removal until the entities are missing again', () => {
    const first = planDelta(stateOf(many(50)), many(10), 0.5);
    expect(first.removed).toEqual([]);
    expect(first.state.heldBack.size).toBe(40);
    const second = planDelta(first.state, many(10), 0.5);
    expect(second.removed).toHaveLength(40);
    expect(second.state.hashes.size).toBe(10);
  });

  it('removes nothing that came back, and nothing that is missing for the first time', () => {
    const { state } = planDelta(stateOf(many(50)), many(10), 0.5);
    const returned = planDelta(state, many(50), 0.5);
    expect([...returned.added, ...returned.removed]).toEqual([]);
    expect(returned.state.heldBack.size).toBe(0);
    const more = planDelta(state, many(5), 0.5);
    expect(more.removed).toHaveLength(40);
    expect(more.state.heldBack.size).toBe(5);
  });

  it.each([
    ['a few entities', 20, 0, 0.5],
    ['a smaller share than the threshold', 50, 25, 0.5],
    ['any share if the threshold is 1', 50, 0, 1],
  ])('removes %s at once', (_, before, after, threshold) => {
    const plan = planDelta(stateOf(many(before)), many(after), threshold);
    expect(plan.removed).toHaveLength(before - after);
  });

  it('adds while a removal is held back', () => {
    const plan = planDelta(stateOf(many(50)), [entity('new')], 0.5);
    expect(plan.added).toEqual([entity('new')]);
    expect(plan.removed).toEqual([]);
  });
});
