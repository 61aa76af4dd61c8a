/** The steps of a handshake, as taken by a browser and a client. */
import type { ApiResource } from '@klutch/bind-api';
import type { AuthorizationRequest } from '../../handshake/beginSignIn';
import type { OpenedSession } from '../../handshake/HandshakeContext';
import { challengeOf } from '../../handshake/secrets';
import type { SubmittedForm } from '../../handshake/session';
import { canaries, type TestHandshake } from './handshake';

/** Known to this browser's cookie only. */
export const browserSecret = 'b'.repeat(43);

/** Known to our CLI only. */
export const verifier = 'v'.repeat(43);

export const pickup = challengeOf(verifier);

/** The API that only `team-a` may bind. */
export const caches = { group: 'example.test', resource: 'caches' };

/** Request of the reference's CLI. */
export const clientRequest = (
  more: Partial<AuthorizationRequest> = {},
): AuthorizationRequest => ({
  redirect: { port: '8085' },
  sessionId: 'abc123',
  clusterId: 'apps1',
  ...more,
});

/** The callback URL of a browser. */
export const callbackFor = async (
  { handshake }: TestHandshake,
  more: Partial<AuthorizationRequest> = {},
  code: string = canaries.code,
): Promise<URL> => {
  const client = await handshake.client(clientRequest(more));
  const url = await handshake.beginSignIn(client, 'scripted', browserSecret);
  const callback = new URL(handshake.providers[0]?.callbackUrl ?? '');
  callback.searchParams.set('state', url.searchParams.get('state') ?? '');
  callback.searchParams.set('code', code);
  return callback;
};

/** Signs in, as alice unless another user's code is given. */
export const signIn = async (
  test: TestHandshake,
  more: Partial<AuthorizationRequest> = {},
  code?: string,
): Promise<OpenedSession> => {
  const callback = await callbackFor(test, more, code);
  return test.handshake.finishSignIn(callback, browserSecret);
};

/** The form as submitted by this session's own page. */
export const formOf = ({ secret, session }: OpenedSession): SubmittedForm => ({
  secret,
  sessionId: session.client.sessionId,
  csrf: session.csrf,
  isSameOrigin: true,
});

/** Signs in and consents; returns the redirect target. */
export const submitConsent = async (
  test: TestHandshake,
  apis: ApiResource[],
  more: Partial<AuthorizationRequest> = {},
  code?: string,
): Promise<string> => {
  const opened = await signIn(test, more, code);
  return test.handshake.submitConsent({ form: formOf(opened), apis });
};
