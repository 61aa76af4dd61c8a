/** The person agreed: the app cluster gets its place on the control plane, and the client its answer. */
import {
  apiName,
  encodeBindingResponse,
  type ApiResource,
} from '@klutch/bind-api';
import { HandshakeError } from '../errors/HandshakeError';
import { digestOf } from '../offers/digestOf';
import { answerOf, prepare } from './answer';
import { audited, type AuditedAct } from '../audit/audited';
import { tellIssued } from '../audit/tellIssued';
import { lifetimes, tenantOf, type HandshakeContext } from './HandshakeContext';
import { newSecret } from './secrets';
import { noSession, sessionOfForm, whoseOf, type SentForm } from './session';

/** Who agreed to what. */
export interface Consent {
  /** The form of the page where that was said. */
  form: SentForm;
  /** None: the connection is only renewed. */
  apis: readonly ApiResource[];
  /** `digestOf` the offers as the page showed them; left out where no page did. */
  shown?: string;
}

/**
 * Provisions, ends the session and returns where the browser has to go. A client with a challenge gets a one-time code
 * there; the reference's gets the answer itself, with a token of an hour at most.
 * @throws HandshakeError `CrossSite`, `SignInAgain`, also when the session was used meanwhile; BindingError
 */
export const grant = async (
  context: HandshakeContext,
  consent: Consent,
): Promise<string> => {
  const { answers, audit, backend, sessions } = context;
  const { apis, form, shown } = consent;
  const action = apis.length > 0 ? 'bind' : 'renew-token';
  const act: AuditedAct = { action, actor: 'anonymous' };
  return audited(audit, act, async learn => {
    const { secret, session } = await sessionOfForm(context, form, found =>
      // Before that nobody vouches for the names.
      learn({ ...whoseOf(found), apis: apis.map(apiName) }),
    );
    const { client, person } = session;
    const { clusterId, pickup, redirect, sessionId } = client;
    if (!pickup && apis.length > 1) {
      throw new HandshakeError(
        'InvalidRequest',
        'Your program can bind one API at a time. Choose one, and begin again for the next.',
      );
    }
    const tenant = tenantOf(person, clusterId);
    if (!pickup) await backend.requireShortKubeconfig(tenant);
    const prepared = await prepare(backend, person, {
      clusterId,
      apis,
      shown,
    });
    const { namespace, offers } = prepared;
    const known = learn({ namespace });
    if (!(await sessions.take(secret))) throw noSession();

    if (pickup) {
      const code = newSecret();
      const kept = offers.map(({ api }) => api);
      await answers.put(
        code,
        {
          person,
          sessionId,
          clusterId,
          apis: kept,
          shown: digestOf(offers),
          challenge: pickup,
        },
        lifetimes.answer,
      );
      return `${redirect}?code=${code}`;
    }
    const kubeconfig = await backend.shortKubeconfig(tenant, namespace);
    const answer = answerOf(person, sessionId, kubeconfig, offers);
    tellIssued(audit, known);
    return `${redirect}?response=${encodeBindingResponse(answer)}`;
  });
};
