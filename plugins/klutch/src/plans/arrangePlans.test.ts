import type { Plan } from '../api/types';
import {
  arrangePlans,
  planAttributesOf,
  planAttributeText,
} from './arrangePlans';

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

  it('shows available plans first and a preview of the others until all are requested', () => {
    const preview = arrangePlans(many, false);
    expect(preview.shown.map(({ value }) => value)).toEqual([
      'b',
      'a',
      'c',
      'd',
    ]);
    expect(preview.more).toBe(2);
    expect(arrangePlans(many, true)).toMatchObject({ more: 0 });
    expect(arrangePlans(many, true).shown).toHaveLength(6);
  });

  it('hides nothing when only one plan would be hidden', () => {
    expect(arrangePlans(many.slice(0, 5), false).more).toBe(0);
  });
});

describe('planAttributesOf', () => {
  it('omits attributes that no plan defines', () => {
    expect(
      planAttributesOf([plan('a', true), { ...plan('b', true), replicas: 3 }]),
    ).toEqual(['replicas']);
  });
});

it.each([
  ['storage', '2 GiB'],
  ['connections', '1,000'],
  ['memory', undefined],
] as const)('writes the attribute %s for people', (attribute, text) => {
  const big = { ...plan('a', true), storage: '2Gi', connections: 1000 };
  expect(planAttributeText(big, attribute, 'en')).toBe(text);
});
