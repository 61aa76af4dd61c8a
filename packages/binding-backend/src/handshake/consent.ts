/** After consent: provisions the app cluster's namespace on the control plane and redirects to the client. */
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

/** A user's consent. */
export interface Consent {
  /** The submitted form of the consent page. */
  form: SubmittedForm;
  /** APIs to bind; an empty list only renews the credentials. */
  apis: readonly ApiResource[];
  /** `digestOf` the offers that the page showed; omitted when no page was shown. */
  offersDigest?: string;
}

/**
 * Provisions the tenant, ends the session and returns the URL to redirect the browser to. For a client with a
 * challenge the URL carries a one-time code; for the upstream CLI it carries the binding response itself, with a token
 * that lives for an hour at most.
 * @throws HandshakeError `CrossSite`, `SignInAgain`, also when the session was used meanwhile; BindingError
 */
export const submitConsent = async (
  context: HandshakeContext,
  consent: Consent,
): Promise<string> => {
  const { pendingPickups, audit, backend, sessions } = context;
  const { apis, form, offersDigest } = consent;
  const action = apis.length > 0 ? 'bind' : 'renew-token';
  const auditEvent: AuditEventBase = { action, actor: 'anonymous' };
  return withAuditEvent(audit, auditEvent, async enrich => {
    const { secret, session } = await requireFormSession(context, form, found =>
      // The API names of a form are audited only once its session is known.
      enrich({ ...auditFieldsOf(found), apis: apis.map(apiName) }),
    );
    const { client, person } = session;
    const { clusterId, pickup, redirect, sessionId } = client;
    if (!pickup && apis.length > 1) {
      throw new HandshakeError(
        'InvalidRequest',
        'Your client can bind only one API at a time. Choose one, and start again for the next.',
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
