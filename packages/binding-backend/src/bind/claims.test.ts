import { configMapsClaim, secretsClaim } from '../testing/samples';
import { acceptedOf, answerClaims } from './claims';

const claims = [secretsClaim, configMapsClaim];

describe('decisions on permission claims', () => {
  it('accept all', () => {
    expect(answerClaims(claims, 'all')).toEqual([
      { ...secretsClaim, state: 'Accepted' },
      { ...configMapsClaim, state: 'Accepted' },
    ]);
  });

  it('reject what was not accepted', () => {
    const answered = answerClaims(claims, [secretsClaim]);
    expect(answered).toEqual([
      { ...secretsClaim, state: 'Accepted' },
      { ...configMapsClaim, state: 'Rejected' },
    ]);
    expect(acceptedOf(answered)).toEqual([
      { ...secretsClaim, state: 'Accepted' },
    ]);
  });

  it('keep a claim as it was accepted, not as it may have changed since', () => {
    const { selector } = secretsClaim;
    const shown = {
      ...secretsClaim,
      selector: { ...selector, names: ['one'] },
    };
    expect(answerClaims([secretsClaim], [shown])).toEqual([
      { ...shown, state: 'Accepted' },
    ]);
  });

  it('refuse a claim that the API does not make', () => {
    expect(() => answerClaims([secretsClaim], [configMapsClaim])).toThrow(
      /currently makes no such permission claim: configmaps of the Consumer.*changed a moment ago, try again/,
    );
  });

  describe('of one type with several owners', () => {
    const placed = secretsClaim;
    const read = {
      ...secretsClaim,
      selector: { ...secretsClaim.selector, owner: 'Consumer' as const },
    };

    it.each([
      ['first', [placed, read]],
      ['last', [read, placed]],
    ])('are separate, the provider’s %s', (_, accepted) => {
      expect(answerClaims(accepted, [read, placed])).toEqual(
        accepted.map(claim => ({ ...claim, state: 'Accepted' })),
      );
      expect(answerClaims(accepted, [placed])).toEqual(
        accepted.map(claim => ({
          ...claim,
          state: claim === placed ? 'Accepted' : 'Rejected',
        })),
      );
    });

    it('refuse a claim of an owner that the API does not name', () => {
      expect(() => answerClaims([placed], [read])).toThrow(
        /currently makes no such permission claim: secrets of the Consumer/,
      );
    });

    it('keep several claims of one owner apart, and refuse an additional one', () => {
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
