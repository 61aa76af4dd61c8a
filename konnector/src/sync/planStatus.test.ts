import { thing } from '../testing/objects';
import { planStatus } from './planStatus';

const withStatus = (status?: Record<string, unknown>) => thing({}, { status });

describe('planStatus', () => {
  it('is silent when both sides agree', () => {
    expect(
      planStatus(withStatus({ a: { b: 1 } }), withStatus({ a: { b: 1 } })),
    ).toBeUndefined();
    expect(planStatus(withStatus(), withStatus())).toBeUndefined();
    expect(planStatus(withStatus(), withStatus({}))).toBeUndefined();
  });

  it('sends only what changed, and removes what the provider removed', () => {
    expect(
      planStatus(
        withStatus({ a: 1, b: { c: 1, d: 2 } }),
        withStatus({ b: { c: 1, d: 3 }, e: [1] }),
      ),
    ).toEqual({ a: null, b: { d: 3 }, e: [1] });
  });

  it('removes the status when the provider has none', () => {
    expect(planStatus(withStatus({ a: 1 }), withStatus())).toBeNull();
  });
});
