/** Finds the session of a browser, and asks whether a form is its own. */
import { HandshakeError } from '../errors/HandshakeError';
import type { HandshakeContext, Session } from './HandshakeContext';
import { isSame } from './secrets';

/** What is said when there is no session: also when there never was one, or it is somebody else's. */
export const noSession = (): HandshakeError =>
  new HandshakeError(
    'SignInAgain',
    'You are not signed in for this, or your session has ended. Begin again from your terminal.',
  );

/**
 * The session under a secret.
 * @param sessionId - the login that the address names; a session answers for no other
 * @throws HandshakeError `SignInAgain`
 */
export const openSession = async (
  { sessions }: Pick<HandshakeContext, 'sessions'>,
  secret: string | undefined,
  sessionId: string,
): Promise<Session> => {
  const session = secret === undefined ? undefined : await sessions.get(secret);
  if (session?.client.sessionId !== sessionId) throw noSession();
  return session;
};

/** @throws HandshakeError `CrossSite` unless the form carries the session's own token */
export const requireOwnForm = (
  session: Session,
  csrf: string | undefined,
): void => {
  if (csrf !== undefined && isSame(csrf, session.csrf)) return;
  throw new HandshakeError(
    'CrossSite',
    'This form was not sent from our own page, so nothing was done. Open the page again and decide there.',
  );
};
