/** Finds the session of a browser, or of a form that one of this server's pages submitted. */
import { personId, type AuditEvent } from '../audit/Audit';
import { HandshakeError } from '../errors/HandshakeError';
import type {
  HandshakeContext,
  OpenedSession,
  Session,
} from './HandshakeContext';
import { equalsConstantTime } from './secrets';

/** The error for a missing session; the same for sessions that never existed and for those of other users. */
export const noSessionError = (): HandshakeError =>
  new HandshakeError(
    'SignInAgain',
    'You are not signed in for this, or your session has expired. Start again from your terminal.',
  );

/** Actor and cluster of a session, for audit events. */
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
 * The session of a secret.
 * @param sessionId - the login id in the request, which must be that of the session
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

/** A form as submitted by a browser. */
export interface SubmittedForm {
  /** The session secret, from the cookie of the browser that sent the form. */
  secret: string | undefined;
  /** The login id in the form. */
  sessionId: string;
  /** The CSRF token in the form. */
  csrf: string | undefined;
  /** False when the request headers name another site as the origin. */
  isSameOrigin: boolean;
}

/**
 * The session of a submitted form.
 * @param onSession - is called with the session, also when the form is refused afterwards
 * @throws HandshakeError `CrossSite` unless the form came from this server's own site with the session's CSRF token;
 * `SignInAgain`
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
      'This form was submitted from another site, so nothing was changed. Start again from your terminal.',
    );
  }
  if (secret === undefined || !session) throw noSessionError();
  if (csrf === undefined || !equalsConstantTime(csrf, session.csrf)) {
    throw new HandshakeError(
      'CrossSite',
      'This form was not submitted from a page of this server, so nothing was changed. Open the page again and submit it there.',
    );
  }
  return { secret, session };
};
