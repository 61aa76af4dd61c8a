/** The client fetches its answer, over its own connection. */
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
    'This code was used already, is older than five minutes, or was given to another program. Bind again.',
  );

/**
 * Exchanges a one-time code for the answer. The policy is asked again, whether the offers still say what was agreed
 * to as well, and only now is a token handed out. A code is spent by its answer, or by a wrong verifier: whoever has the
 * right one may come again when the control plane was away.
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
    // Of all who come at the same time one gets it.
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
