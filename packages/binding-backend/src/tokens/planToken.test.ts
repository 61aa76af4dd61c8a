import { backendNames } from '../backendNames';
import { publishDelay } from './publishAfter';
import { planToken, type TokenFacts } from './planToken';
import type { TokenState } from './tokenRecord';

const [a, b] = backendNames.tokenSecrets;
const hour = 3_600_000;
const state: TokenState = {
  secret: { name: a, uid: 'uid-a' },
  serviceAccountUid: 'account',
  issuedAt: 0,
  expiresAt: 24 * hour,
};
const previous = { secret: { name: b, uid: 'uid-b' }, expiresAt: 6 * hour };
const good = {
  isRequested: false,
  wasDeleted: false,
  isStored: true,
  boundUid: 'uid-a',
  serviceAccountUid: 'account',
};
const requested = { ...good, isRequested: true };

describe('plan of a token', () => {
  const none = { ...good, now: 0, isStored: false };

  it('issues the first token on request, and to replace one of another backend', () => {
    const first = { action: 'issue', secretName: a };
    expect(planToken({ ...none, isRequested: true })).toEqual(first);
    expect(planToken(none)).toEqual(first);
  });

  it('issues none where the kubeconfig secret was deleted, also on request: the deletion is a revocation to be recorded first', () => {
    for (const asks of [false, true]) {
      expect(
        planToken({ ...none, isRequested: asks, wasDeleted: true }),
      ).toEqual({
        action: 'revoke',
        reason: expect.stringMatching(/^Secret kubeconfig was/),
      });
    }
  });

  it('keeps a new one and checks it again after half of its lifetime', () => {
    expect(planToken({ ...good, now: 11 * hour, state })).toEqual({
      action: 'keep',
      state,
      nextCheckAt: 12 * hour,
    });
  });

  it('renews at half-life in the other secret and keeps the old one valid', () => {
    expect(planToken({ ...good, now: 12 * hour, state })).toEqual({
      action: 'issue',
      secretName: b,
      overlap: { secret: state.secret, expiresAt: state.expiresAt },
    });
  });

  it('does not keep an expired token', () => {
    expect(planToken({ ...good, now: 25 * hour, state })).toEqual({
      action: 'issue',
      secretName: b,
    });
  });

  it('deletes the previous token only after its own expiry', () => {
    const both = { ...state, previous };
    expect(planToken({ ...good, now: 5 * hour, state: both })).toEqual({
      action: 'keep',
      state: both,
      nextCheckAt: 6 * hour,
    });
    expect(planToken({ ...good, now: 6 * hour, state: both })).toEqual({
      action: 'keep',
      state,
      secretToDelete: previous.secret,
      nextCheckAt: 12 * hour,
    });
  });

  it('does not reuse the Secret of the previous token while that is valid', () => {
    const both = { ...state, expiresAt: 8 * hour, previous };
    expect(planToken({ ...good, now: 5 * hour, state: both })).toEqual({
      action: 'issue',
      secretName: a,
      overlap: previous,
    });
    expect(planToken({ ...good, now: 6 * hour, state: both })).toEqual({
      action: 'issue',
      secretName: b,
      overlap: { secret: both.secret, expiresAt: both.expiresAt },
    });
  });

  it('issues another one when the kubeconfig was deleted, and keeps the old one valid', () => {
    const facts = { ...good, isStored: false, now: hour, state };
    expect(planToken(facts)).toEqual({
      action: 'issue',
      secretName: b,
      overlap: { secret: state.secret, expiresAt: state.expiresAt },
    });
  });
});

describe('plan of a revoked token', () => {
  const { boundUid: _, ...unbound } = good;
  const account = { ...good, serviceAccountUid: 'new' };
  const ended: [string, Omit<TokenFacts, 'now'>, RegExp][] = [
    ['Secret is gone', unbound, /^Secret klutch-binder-token-a/],
    ['Secret was recreated', { ...good, boundUid: 'another' }, /^Secret klu/],
    ['service account was recreated', account, /account klutch-binder was/],
  ];

  it.each(ended)(
    'records the revocation first when its %s',
    (_what, facts, message) => {
      for (const asks of [false, true]) {
        expect(
          planToken({ ...facts, isRequested: asks, now: hour, state }),
        ).toEqual({
          action: 'revoke',
          reason: expect.stringMatching(message),
        });
      }
    },
  );

  const secrets = [state.secret, previous.secret];
  const publishAfter = hour + publishDelay;
  const revocation = { at: hour, secrets, publishAfter };

  it('deletes what may still be valid, and no other token, once the revocation is recorded', () => {
    for (const now of [hour, 13 * hour, 25 * hour]) {
      expect(planToken({ ...good, now, revocation })).toEqual({
        action: 'skip',
        secretsToDelete: secrets,
      });
    }
  });

  it('issues one for the caller only, until every watch of the revoked one has ended', () => {
    const plan = (now: number) => planToken({ ...requested, now, revocation });
    const next = { action: 'issue', secretName: a, secretsToDelete: secrets };
    expect(plan(2 * hour)).toEqual({ ...next, publishAfter });
    expect(plan(publishAfter)).toEqual(next);
  });

  it('issues another unpublished one on request, and publishes one afterwards without a request', () => {
    const unpublished = { ...state, publishAfter: 2 * hour };
    const facts = { ...good, isStored: false, now: hour, state: unpublished };
    expect(planToken({ ...facts, isRequested: true })).toEqual({
      action: 'issue',
      secretName: a,
      publishAfter: 2 * hour,
    });
    expect(planToken(facts)).toEqual({
      action: 'keep',
      state: unpublished,
      nextCheckAt: 2 * hour,
    });
    expect(planToken({ ...facts, now: 2 * hour })).toEqual({
      action: 'issue',
      secretName: b,
      overlap: { secret: state.secret, expiresAt: state.expiresAt },
    });
  });
});
