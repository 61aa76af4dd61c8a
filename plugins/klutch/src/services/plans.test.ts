import type { Plan } from '../api/types';
import { arrangePlans, planAttributesOf } from './plans';

const plan = (value: string, available: boolean): Plan => ({
  value,
  title: value,
  available,
});

describe('arrangePlans', () => {
  const many = [
    plan('a', false),
    plan('b', true),
    ...['c', 'd', 'e', 'f'].map(value => plan(value, false)),
  ];

  it('shows what runs here first, and of the rest only examples until all are asked for', () => {
    const few = arrangePlans(many, false);
    expect(few.shown.map(({ value }) => value)).toEqual(['b', 'a', 'c', 'd']);
    expect(few.more).toBe(2);
    expect(arrangePlans(many, true)).toMatchObject({ more: 0 });
    expect(arrangePlans(many, true).shown).toHaveLength(6);
  });

  it('hides nothing when there is hardly anything to hide', () => {
    expect(arrangePlans(many.slice(0, 5), false).more).toBe(0);
  });
});

describe('planAttributesOf', () => {
  it('leaves out what no plan tells', () => {
    expect(
      planAttributesOf([plan('a', true), { ...plan('b', true), replicas: 3 }]),
    ).toEqual(['replicas']);
  });
});
