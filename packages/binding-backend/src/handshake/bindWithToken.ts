/** Binding without a browser: a machine brings an access token of an identity provider. */
import {
  apiName,
  type ApiResource,
  type BindingResponse,
} from '@klutch/bind-api';
import { SignInError } from '../errors/SignInError';
import type { IdentityProvider, SignedIn } from '../oidc/IdentityProvider';
import { answerOf, prepare } from './answer';
import { personId } from '../audit/Audit';
import { audited } from '../audit/audited';
import { tellIssued } from '../audit/tellIssued';
import type { HandshakeContext } from './HandshakeContext';

/** What is to be bound. */
export interface TokenBinding {
  /** Access token of a configured provider; `undefined`: none was brought. */
  token: string | undefined;
  /** Id of the app cluster, chosen by the machine. */
  clusterId: string;
  /** None: the connection is only renewed. */
  apis: readonly ApiResource[];
}

/** Whose token it is, by the first provider that knows it. One that is away counts only when no other knows the token. */
const holderOf = async (
  providers: readonly IdentityProvider[],
  token: string | undefined,
): Promise<{ person: SignedIn; provider: string }> => {
  if (token === undefined) {
    throw new SignInError(
      'Refused',
      'This needs an access token of an identity provider in the header Authorization: Bearer. Get one, by the client credentials grant for example, and try again.',
    );
  }
  let away: SignInError | undefined;
  let refused: SignInError | undefined;
  for (const provider of providers) {
    try {
      const person = await provider.ofAccessToken(token);
      return { person, provider: provider.id };
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      if (error.reason === 'Unavailable') away = error;
      else refused = error;
    }
  }
  // What the only provider has against the token helps more than what is true for each of several.
  if (refused && providers.length === 1) throw refused;
  throw (
    away ??
    new SignInError(
      'Refused',
      'This access token is none of the identity providers here, or has ended. Get a new one, for this provider as its audience, and try again.',
    )
  );
};

/**
 * The answer for a machine, with one request for each API.
 * @throws SignInError `Refused`, `Unavailable`; BindingError
 */
export const bindWithToken = async (
  { audit, backend, providers }: HandshakeContext,
  { apis, clusterId, token }: TokenBinding,
): Promise<BindingResponse> => {
  const signIn = { action: 'sign-in', cluster: clusterId } as const;
  const person = await audited(
    audit,
    { ...signIn, actor: 'anonymous' },
    async learn => {
      const found = await holderOf(providers, token);
      learn({ actor: personId(found.person), provider: found.provider });
      return found.person;
    },
  );
  const act = {
    action: apis.length > 0 ? 'bind' : 'renew-token',
    actor: personId(person),
    cluster: clusterId,
    apis: apis.map(apiName),
  } as const;
  return audited(audit, act, async learn => {
    const prepared = await prepare(backend, person, { clusterId, apis });
    const { kubeconfig, namespace, offers } = prepared;
    const answer = answerOf(person, undefined, kubeconfig, offers);
    tellIssued(audit, learn({ namespace }));
    return answer;
  });
};
