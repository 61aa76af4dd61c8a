import { backendNames } from '../backendNames';
import {
  lastRevocationAt,
  readRevocation,
  readTokenState,
  revocationAnnotations,
  partialRevocationAt,
  tokenStateAnnotations,
  type Revocation,
  type TokenState,
} from './tokenRecord';

const [a, b] = backendNames.tokenSecrets;
const hour = 3_600_000;
const state: TokenState = {
  secret: { name: a, uid: 'uid-a' },
  serviceAccountUid: 'account',
  issuedAt: 0,
  expiresAt: 24 * hour,
};
const previous = { secret: { name: b, uid: 'uid-b' }, expiresAt: 6 * hour };
const revocation = { at: hour, secrets: [state.secret, previous.secret] };

/** A secret after these patches. */
const written = (...patches: Record<string, string | null>[]) => {
  const merged: Record<string, string | null> = Object.assign({}, ...patches);
  const annotations = Object.fromEntries(
    Object.entries(merged).flatMap(([key, value]) =>
      value === null ? [] : [[key, value] as const],
    ),
  );
  return { metadata: { annotations } };
};

describe('token on a kubeconfig secret', () => {
  it.each([state, { ...state, previous }, { ...state, publishAfter: hour }])(
    'is read as written',
    value => {
      expect(readTokenState(written(tokenStateAnnotations(value)))).toEqual(
        value,
      );
    },
  );

  it('is undefined when another backend wrote the secret', () => {
    expect(readTokenState({ metadata: {} })).toBeUndefined();
    expect(readTokenState(undefined)).toBeUndefined();
  });

  it.each(Object.keys(tokenStateAnnotations(state)).slice(0, 5))(
    'is undefined without %s',
    key => {
      const annotations = { ...tokenStateAnnotations(state), [key]: null };
      expect(readTokenState(written(annotations))).toBeUndefined();
    },
  );
});

describe('revocation on a kubeconfig secret', () => {
  it.each<Revocation>([revocation, { at: hour, secrets: [] }])(
    'is read as written',
    value => {
      const secret = written(revocationAnnotations(value));
      expect(readRevocation(secret)).toEqual(value);
    },
  );

  it('replaces the record of a token, and vice versa', () => {
    const patches = [
      tokenStateAnnotations({ ...state, previous, publishAfter: hour }),
      revocationAnnotations(revocation),
    ];
    expect(readTokenState(written(...patches))).toBeUndefined();
    const after = written(...patches, tokenStateAnnotations(state));
    expect(readRevocation(after)).toBeUndefined();
    expect(readTokenState(after)).toEqual(state);
  });

  it('is kept with a newer token, until the next revocation', () => {
    const revoked = revocationAnnotations(revocation);
    const after = written(revoked, tokenStateAnnotations(state));
    expect(lastRevocationAt(after)).toBe(hour);
    const { 'klutch.anynines.com/tokens-last-revoked-at': _, ...older } =
      revoked;
    expect(lastRevocationAt(written(older))).toBe(hour);
    expect(lastRevocationAt(undefined)).toBeUndefined();
    const next = revocationAnnotations({ ...revocation, at: 2 * hour });
    expect(lastRevocationAt(written(revoked, next))).toBe(2 * hour);
  });

  it('is marked as partial until the mark is removed, also with a newer token', () => {
    const revoked = revocationAnnotations(revocation, true);
    expect(partialRevocationAt(written(revoked))).toBe(hour);
    const after = [revoked, tokenStateAnnotations(state)];
    expect(partialRevocationAt(written(...after))).toBe(hour);
    const whole = revocationAnnotations({ ...revocation, at: 2 * hour });
    expect(partialRevocationAt(written(...after, whole))).toBeUndefined();
  });

  it('is undefined where none was recorded', () => {
    expect(readRevocation({ metadata: {} })).toBeUndefined();
    expect(readRevocation(undefined)).toBeUndefined();
  });
});
