/** Finds the session of a browser, or of a form that its own page sent. */
import { personId, type AuditEvent } from '../audit/Audit';
import { HandshakeError } from '../errors/HandshakeError';
import type {
  HandshakeContext,
  OpenedSession,
  Session,
} from './HandshakeContext';
import { equalsConstantTime } from './secrets';

/** What is said when there is no session: also when there never was one, or it is somebody else's. */
export const noSessionError = (): HandshakeError =>
  new HandshakeError(
    'SignInAgain',
    'You are not signed in for this, or your session has ended. Begin again from your terminal.',
  );

/** Whose it is, for the audit. */
export const auditFieldsOf = ({
  client,
  person,
}: Session): Pick<AuditEvent, 'actor' | 'cluster'> => ({
  actor: personId(person),
  cluster: client.clusterId,
});

type SessionContext = Pick<HandshakeContext, 'sessions'>;

const findSession = async (
  { sessions }: SessionContext,
  secret: string | undefined,
  sessionId: string,
): Promise<Session | undefined> => {
  const session = secret === undefined ? undefined : await sessions.get(secret);
  return session?.client.sessionId === sessionId ? session : undefined;
};

/**
 * The session under a secret.
 * @param sessionId - the login that the address names; a session answers for no other
 * @throws HandshakeError `SignInAgain`
 */
export const requireSession = async (
  context: SessionContext,
  secret: string | undefined,
  sessionId: string,
): Promise<Session> => {
  const session = await findSession(context, secret, sessionId);
  if (!session) throw noSessionError();
  return session;
};

/** A form as a browser sent it. */
export interface SubmittedForm {
  /** From this browser's cookie. */
  secret: string | undefined;
  /** The login that the form names. */
  sessionId: string;
  /** The token that it carries. */
  csrf: string | undefined;
  /** False where the browser says that another site sent it. */
  isSameOrigin: boolean;
}

/**
 * The session whose own page sent a form.
 * @param onSession - hears of the session, also when the form is refused
 * @throws HandshakeError `CrossSite` unless it came from our own site with the session's token; `SignInAgain`
 */
export const requireFormSession = async (
  context: SessionContext,
  { csrf, isSameOrigin, secret, sessionId }: SubmittedForm,
  onSession: (session: Session) => void = () => {},
): Promise<OpenedSession> => {
  const session = await findSession(context, secret, sessionId);
  if (session) onSession(session);
  if (!isSameOrigin) {
    throw new HandshakeError(
      'CrossSite',
      'Your browser says that another site sent this form, so nothing was done. Begin again from your terminal.',
    );
  }
  if (secret === undefined || !session) throw noSessionError();
  if (csrf === undefined || !equalsConstantTime(csrf, session.csrf)) {
    throw new HandshakeError(
      'CrossSite',
      'This form was not sent from our own page, so nothing was done. Open the page again and decide there.',
    );
  }
  return { secret, session };
};
