import { statusPatch } from './planStatus';

describe('statusPatch', () => {
  it('is undefined when both sides agree', () => {
    expect(statusPatch({ a: { b: 1 } }, { a: { b: 1 } })).toBeUndefined();
    expect(statusPatch(undefined, undefined)).toBeUndefined();
    expect(statusPatch(undefined, {})).toBeUndefined();
  });

  it('contains only changes, and removes what the provider removed', () => {
    expect(
      statusPatch({ a: 1, b: { c: 1, d: 2 } }, { b: { c: 1, d: 3 }, e: [1] }),
    ).toEqual({ a: null, b: { d: 3 }, e: [1] });
  });

  it('removes the status when the provider has none', () => {
    expect(statusPatch({ a: 1 }, undefined)).toBeNull();
  });
});
