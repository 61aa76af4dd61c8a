import { configMapsClaim, secretsClaim } from '../testing/samples';
import { acceptedOf, answerClaims } from './claims';

const claims = [secretsClaim, configMapsClaim];

describe('answer to permission claims', () => {
  it('accepts all', () => {
    expect(answerClaims(claims, 'all')).toEqual([
      { ...secretsClaim, state: 'Accepted' },
      { ...configMapsClaim, state: 'Accepted' },
    ]);
  });

  it('rejects what was not accepted', () => {
    const answered = answerClaims(claims, [secretsClaim]);
    expect(answered).toEqual([
      { ...secretsClaim, state: 'Accepted' },
      { ...configMapsClaim, state: 'Rejected' },
    ]);
    expect(acceptedOf(answered)).toEqual([
      { ...secretsClaim, state: 'Accepted' },
    ]);
  });

  it('writes a claim as it was accepted, not as it may have become', () => {
    const shown = { ...secretsClaim, selector: { names: ['one'] } };
    expect(answerClaims([secretsClaim], [shown])).toEqual([
      { ...shown, state: 'Accepted' },
    ]);
  });

  it('refuses a claim that the API does not make', () => {
    expect(() => answerClaims([secretsClaim], [configMapsClaim])).toThrow(
      /no permission claim on configmaps/,
    );
  });
});
