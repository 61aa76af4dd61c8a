/** The client fetches its binding response with a request of its own. */
import { apiName, type BindingResponse } from '@klutch/bind-api';
import { HandshakeError } from '../errors/HandshakeError';
import { createBindingResponse, prepareTenant } from './bindingResponse';
import { personId } from '../audit/Audit';
import { withAuditEvent } from '../audit/withAuditEvent';
import { auditTokenIssued } from '../audit/auditTokenIssued';
import type { HandshakeContext } from './HandshakeContext';
import { challengeOf, equalsConstantTime } from './secrets';

const codeRefusedError = () =>
  new HandshakeError(
    'CodeRefused',
    'This code was used already, is older than five minutes, or was issued to another client. Bind again.',
  );

/**
 * Exchanges a one-time code for the binding response. The policy and the offers since consent are checked again, and
 * only then is a token issued. A successful response or a wrong verifier consumes the code; after an error of the
 * control plane the client may retry with the right verifier.
 * @throws HandshakeError `CodeRefused`; BindingError
 */
export const pickUp = async (
  { pendingPickups, audit, backend }: HandshakeContext,
  code: string,
  verifier: string,
): Promise<BindingResponse> => {
  const auditEvent = { action: 'pick-up', actor: 'anonymous' } as const;
  return withAuditEvent(audit, auditEvent, async enrich => {
    const pending = await pendingPickups.get(code);
    if (
      !pending ||
      !equalsConstantTime(challengeOf(verifier), pending.challenge)
    ) {
      await pendingPickups.take(code);
      throw codeRefusedError();
    }
    const { apis, clusterId, person, sessionId, shown: offersDigest } = pending;
    const actor = personId(person);
    enrich({ actor, cluster: clusterId, apis: apis.map(apiName) });
    const prepared = await prepareTenant(backend, person, {
      clusterId,
      apis,
      offersDigest,
    });
    // Only one of several concurrent requests with the same code gets a response.
    if (!(await pendingPickups.take(code))) throw codeRefusedError();
    const { kubeconfig, namespace, offers } = prepared;
    const response = createBindingResponse(
      person,
      sessionId,
      kubeconfig,
      offers,
    );
    auditTokenIssued(audit, enrich({ namespace }));
    return response;
  });
};
