import { backendNames } from '../backendNames';
import {
  planToken,
  readTokenState,
  tokenStateAnnotations,
  type TokenState,
} from './tokenPlan';

const [a, b] = backendNames.tokenSecrets;
const hour = 3_600_000;
const state: TokenState = {
  secret: { name: a, uid: 'uid-a' },
  serviceAccountUid: 'account',
  issuedAt: 0,
  expiresAt: 24 * hour,
};
const previous = { secret: { name: b, uid: 'uid-b' }, expiresAt: 6 * hour };
const good = { boundUid: 'uid-a', serviceAccountUid: 'account' };

describe('plan of a token', () => {
  it('makes the first one', () => {
    expect(planToken({ now: 0, serviceAccountUid: 'account' })).toEqual({
      action: 'issue',
      into: a,
    });
  });

  it('keeps a young one and looks again at half of its life', () => {
    expect(planToken({ ...good, now: 11 * hour, state })).toEqual({
      action: 'keep',
      state,
      nextCheckAt: 12 * hour,
    });
  });

  it('renews at half-life in the other secret and keeps the old one good', () => {
    expect(planToken({ ...good, now: 12 * hour, state })).toEqual({
      action: 'issue',
      into: b,
      overlap: { secret: state.secret, expiresAt: state.expiresAt },
    });
  });

  it('does not keep a token that has already ended', () => {
    expect(planToken({ ...good, now: 25 * hour, state })).toEqual({
      action: 'issue',
      into: b,
    });
  });

  it('ends the token before it only after its own end', () => {
    const both = { ...state, previous };
    expect(planToken({ ...good, now: 5 * hour, state: both })).toEqual({
      action: 'keep',
      state: both,
      nextCheckAt: 6 * hour,
    });
    expect(planToken({ ...good, now: 6 * hour, state: both })).toEqual({
      action: 'keep',
      state,
      end: previous.secret,
      nextCheckAt: 12 * hour,
    });
  });

  it.each([
    ['is gone', undefined],
    ['was made anew', 'another'],
  ])('replaces a token whose secret %s, without overlap', (_, boundUid) => {
    const facts = { serviceAccountUid: 'account', now: hour, state };
    expect(planToken({ ...facts, ...(boundUid && { boundUid }) })).toEqual({
      action: 'issue',
      into: a,
    });
  });

  it('keeps the token before a revoked one, if that is still good', () => {
    const both = { ...state, previous };
    const facts = { serviceAccountUid: 'account', now: hour, state: both };
    expect(planToken(facts)).toEqual({
      action: 'issue',
      into: a,
      overlap: previous,
    });
  });

  it('replaces the token of a service account that was made anew', () => {
    const facts = { boundUid: 'uid-a', serviceAccountUid: 'new', now: hour };
    expect(planToken({ ...facts, state })).toEqual({
      action: 'issue',
      into: b,
    });
  });
});

describe('state of a token on the kubeconfig secret', () => {
  const read = (annotations: Record<string, string | null>) =>
    readTokenState({
      metadata: {
        annotations: Object.fromEntries(
          Object.entries(annotations).filter(
            (entry): entry is [string, string] => entry[1] !== null,
          ),
        ),
      },
    });

  it.each([state, { ...state, previous }])('is read as written', value => {
    expect(read(tokenStateAnnotations(value))).toEqual(value);
  });

  it('counts as none when another backend wrote the secret', () => {
    expect(readTokenState({ metadata: {} })).toBeUndefined();
    expect(readTokenState(undefined)).toBeUndefined();
  });

  it.each(Object.keys(tokenStateAnnotations(state)).slice(0, 5))(
    'counts as none without %s',
    key => {
      const annotations = { ...tokenStateAnnotations(state), [key]: null };
      expect(read(annotations)).toBeUndefined();
    },
  );
});
