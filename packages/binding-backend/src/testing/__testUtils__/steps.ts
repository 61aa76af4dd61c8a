/** The steps of a handshake, as a browser and a client take them. */
import type { ApiResource } from '@klutch/bind-api';
import type { AuthorizationRequest } from '../../handshake/beginSignIn';
import type { OpenedSession } from '../../handshake/HandshakeContext';
import { challengeOf } from '../../handshake/secrets';
import type { SubmittedForm } from '../../handshake/session';
import { canaries, type TestHandshake } from './handshake';

/** What only this browser's cookie has. */
export const browserSecret = 'b'.repeat(43);

/** What only our CLI knows. */
export const verifier = 'v'.repeat(43);

/** Its challenge. */
export const pickup = challengeOf(verifier);

/** The API that only `team-a` may bind. */
export const caches = { group: 'example.test', resource: 'caches' };

/** What the reference's CLI asks for. */
export const clientRequest = (
  more: Partial<AuthorizationRequest> = {},
): AuthorizationRequest => ({
  redirect: { port: '8085' },
  sessionId: 'abc123',
  clusterId: 'apps1',
  ...more,
});

/** The address that a browser comes back with. */
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

/** Signs in, as alice where no code of somebody else is given. */
export const signIn = async (
  test: TestHandshake,
  more: Partial<AuthorizationRequest> = {},
  code?: string,
): Promise<OpenedSession> => {
  const callback = await callbackFor(test, more, code);
  return test.handshake.finishSignIn(callback, browserSecret);
};

/** As this session's own page sends it. */
export const formOf = ({ secret, session }: OpenedSession): SubmittedForm => ({
  secret,
  sessionId: session.client.sessionId,
  csrf: session.csrf,
  isSameOrigin: true,
});

/** Signs in and agrees; returns where the browser goes. */
export const grant = async (
  test: TestHandshake,
  apis: ApiResource[],
  more: Partial<AuthorizationRequest> = {},
  code?: string,
): Promise<string> => {
  const opened = await signIn(test, more, code);
  return test.handshake.grant({ form: formOf(opened), apis });
};
