/** The client fetches its answer, over its own connection. */
import { apiName, type BindingResponse } from '@klutch/bind-api';
import { HandshakeError } from '../errors/HandshakeError';
import { answerOf, prepare } from './answer';
import { personId } from '../audit/Audit';
import { audited } from '../audit/audited';
import { tellIssued } from '../audit/tellIssued';
import type { HandshakeContext } from './HandshakeContext';
import { challengeOf, isSame } from './secrets';

const refused = () =>
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
  { answers, audit, backend }: HandshakeContext,
  code: string,
  verifier: string,
): Promise<BindingResponse> => {
  const act = { action: 'pick-up', actor: 'anonymous' } as const;
  return audited(audit, act, async learn => {
    const kept = await answers.get(code);
    if (!kept || !isSame(challengeOf(verifier), kept.challenge)) {
      await answers.take(code);
      throw refused();
    }
    const { apis, clusterId, person, sessionId, shown } = kept;
    const actor = personId(person);
    learn({ actor, cluster: clusterId, apis: apis.map(apiName) });
    const prepared = await prepare(backend, person, {
      clusterId,
      apis,
      shown,
    });
    // Of all who come at the same time one gets it.
    if (!(await answers.take(code))) throw refused();
    const { kubeconfig, namespace, offers } = prepared;
    const answer = answerOf(person, sessionId, kubeconfig, offers);
    tellIssued(audit, learn({ namespace }));
    return answer;
  });
};
