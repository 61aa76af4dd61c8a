/** The person agreed: the app cluster gets its place on the control plane, and the client its answer. */
import {
  apiName,
  encodeBindingResponse,
  type ApiResource,
} from '@klutch/bind-api';
import { HandshakeError } from '../errors/HandshakeError';
import { digestOf } from '../offers/digestOf';
import { createBindingResponse, prepareTenant } from './bindingResponse';
import { withAuditEvent, type AuditEventBase } from '../audit/withAuditEvent';
import { auditTokenIssued } from '../audit/auditTokenIssued';
import { lifetimes, tenantOf, type HandshakeContext } from './HandshakeContext';
import { newSecret } from './secrets';
import {
  noSessionError,
  requireFormSession,
  auditFieldsOf,
  type SubmittedForm,
} from './session';

/** Who agreed to what. */
export interface Consent {
  /** The form of the page where that was said. */
  form: SubmittedForm;
  /** None: the connection is only renewed. */
  apis: readonly ApiResource[];
  /** `digestOf` the offers as the page showed them; left out where no page did. */
  offersDigest?: string;
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
  const { pendingPickups, audit, backend, sessions } = context;
  const { apis, form, offersDigest } = consent;
  const action = apis.length > 0 ? 'bind' : 'renew-token';
  const auditEvent: AuditEventBase = { action, actor: 'anonymous' };
  return withAuditEvent(audit, auditEvent, async enrich => {
    const { secret, session } = await requireFormSession(context, form, found =>
      // Before that nobody vouches for the names.
      enrich({ ...auditFieldsOf(found), apis: apis.map(apiName) }),
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
    if (!pickup) await backend.requireShortLivedKubeconfig(tenant);
    const prepared = await prepareTenant(backend, person, {
      clusterId,
      apis,
      offersDigest,
    });
    const { namespace, offers } = prepared;
    const known = enrich({ namespace });
    if (!(await sessions.take(secret))) throw noSessionError();

    if (pickup) {
      const code = newSecret();
      const offeredApis = offers.map(({ api }) => api);
      await pendingPickups.put(
        code,
        {
          person,
          sessionId,
          clusterId,
          apis: offeredApis,
          shown: digestOf(offers),
          challenge: pickup,
        },
        lifetimes.pickup,
      );
      return `${redirect}?code=${code}`;
    }
    const kubeconfig = await backend.shortLivedKubeconfig(tenant, namespace);
    const response = createBindingResponse(
      person,
      sessionId,
      kubeconfig,
      offers,
    );
    auditTokenIssued(audit, known);
    return `${redirect}?response=${encodeBindingResponse(response)}`;
  });
};
