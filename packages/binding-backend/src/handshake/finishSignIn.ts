/** Second step: the browser returns from its identity provider. */
import { personId } from '../audit/Audit';
import { withAuditEvent } from '../audit/withAuditEvent';
import { HandshakeError } from '../errors/HandshakeError';
import { providerOf } from './beginSignIn';
import {
  lifetimes,
  type HandshakeContext,
  type OpenedSession,
} from './HandshakeContext';
import { newSecret } from './secrets';
import { isStateOf } from './state';

const signInExpiredError = () =>
  new HandshakeError(
    'SignInAgain',
    'This sign-in was not started in this browser, is older than ten minutes, or was completed already. Start again from your terminal.',
  );

const providerMismatchError = () =>
  new HandshakeError(
    'SignInAgain',
    'This sign-in returned to the callback of another identity provider than it was started with, so it was discarded. Start again from your terminal.',
  );

/**
 * Opens a session with a new secret. The state is valid once, and only in the browser that started the sign-in.
 * @param callback - the callback URL of the provider with the query that the browser returned with
 * @param browserSecret - from this browser's cookie
 * @throws HandshakeError `SignInAgain`; the provider's SignInError
 */
export const finishSignIn = async (
  context: HandshakeContext,
  callback: URL,
  browserSecret: string | undefined,
): Promise<OpenedSession> => {
  const { audit, providers, sessions, signIns } = context;
  const auditEvent = { action: 'sign-in', actor: 'anonymous' } as const;
  return withAuditEvent(audit, auditEvent, async enrich => {
    const [state = '', ...extraStates] = callback.searchParams.getAll('state');
    const isOurs =
      browserSecret !== undefined &&
      extraStates.length === 0 &&
      isStateOf(state, browserSecret);
    const pending = isOurs ? await signIns.take(state) : undefined;
    if (!pending) throw signInExpiredError();
    const { client, codeVerifier, nonce, redirectUri } = pending;
    const provider = providerOf(providers, pending.provider);
    enrich({ cluster: client.clusterId, provider: provider.id });
    if (`${callback.origin}${callback.pathname}` !== redirectUri) {
      throw providerMismatchError();
    }
    const checks = { state, nonce, codeVerifier };
    const person = await provider.complete(callback, checks);
    enrich({ actor: personId(person) });
    const secret = newSecret();
    const session = { person, client, csrf: newSecret() };
    await sessions.put(secret, session, lifetimes.session);
    return { secret, session };
  });
};
