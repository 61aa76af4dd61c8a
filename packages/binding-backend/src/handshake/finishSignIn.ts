/** The second step: the browser is back from its identity provider. */
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
    'This sign-in was not begun in this browser, is older than ten minutes, or is over already. Begin again from your terminal.',
  );

const providerMismatchError = () =>
  new HandshakeError(
    'SignInAgain',
    'This sign-in came back by the way of another identity provider than it was begun with, so nothing of it was used. Begin again from your terminal.',
  );

/**
 * Opens a session for whoever signed in. The state is good once, in the browser that began; the session's secret is new.
 * @param callback - the address the browser came back with, as the provider's callback URL begins
 * @param browserSecret - from this browser's cookie
 * @throws HandshakeError `SignInAgain`; SignInError as the provider's
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
