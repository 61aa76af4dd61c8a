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
    const { selector } = secretsClaim;
    const shown = {
      ...secretsClaim,
      selector: { ...selector, names: ['one'] },
    };
    expect(answerClaims([secretsClaim], [shown])).toEqual([
      { ...shown, state: 'Accepted' },
    ]);
  });

  it('refuses a claim that the API does not make', () => {
    expect(() => answerClaims([secretsClaim], [configMapsClaim])).toThrow(
      /no such permission claim at this moment: configmaps of the Consumer.*changed a moment ago, do the same again/,
    );
  });

  describe('of one type, with several owners', () => {
    const placed = secretsClaim;
    const read = {
      ...secretsClaim,
      selector: { ...secretsClaim.selector, owner: 'Consumer' as const },
    };

    it.each([
      ['first', [placed, read]],
      ['last', [read, placed]],
    ])('answers each by itself, the provider’s %s', (_, made) => {
      expect(answerClaims(made, [read, placed])).toEqual(
        made.map(claim => ({ ...claim, state: 'Accepted' })),
      );
      expect(answerClaims(made, [placed])).toEqual(
        made.map(claim => ({
          ...claim,
          state: claim === placed ? 'Accepted' : 'Rejected',
        })),
      );
    });

    it('refuses one of an owner whose claim the API does not make', () => {
      expect(() => answerClaims([placed], [read])).toThrow(
        /no such permission claim at this moment: secrets of the Consumer/,
      );
    });

    it('keeps several of one owner apart, and refuses one more', () => {
      const one = {
        ...placed,
        selector: { owner: 'Provider' as const, names: ['one'] },
      };
      const two = {
        ...placed,
        selector: { owner: 'Provider' as const, names: ['two'] },
      };
      expect(answerClaims([one, two], [two])).toEqual([
        { ...one, state: 'Rejected' },
        { ...two, state: 'Accepted' },
      ]);
      expect(() => answerClaims([one], [one, two])).toThrow(/no such/);
    });
  });
});
