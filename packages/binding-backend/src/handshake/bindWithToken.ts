/** Binding without a browser: a machine brings an access token of an identity provider. */
import {
  apiName,
  type ApiResource,
  type BindingResponse,
} from '@klutch/bind-api';
import { SignInError } from '../errors/SignInError';
import type {
  IdentityProvider,
  AuthenticatedUser,
} from '../oidc/IdentityProvider';
import { createBindingResponse, prepareTenant } from './bindingResponse';
import { personId } from '../audit/Audit';
import { withAuditEvent } from '../audit/withAuditEvent';
import { auditTokenIssued } from '../audit/auditTokenIssued';
import type { HandshakeContext } from './HandshakeContext';

/** What is to be bound. */
export interface BindWithTokenParams {
  /** Access token of a configured provider; `undefined`: none was brought. */
  token: string | undefined;
  /** Id of the app cluster, chosen by the machine. */
  clusterId: string;
  /** None: the connection is only renewed. */
  apis: readonly ApiResource[];
}

/** Whose token it is, by the first provider that knows it. One that is away counts only when no other knows the token. */
const authenticateToken = async (
  providers: readonly IdentityProvider[],
  token: string | undefined,
): Promise<{ person: AuthenticatedUser; provider: string }> => {
  if (token === undefined) {
    throw new SignInError(
      'Refused',
      'This needs an access token of an identity provider in the header Authorization: Bearer. Get one, by the client credentials grant for example, and try again.',
    );
  }
  let unavailable: SignInError | undefined;
  let refused: SignInError | undefined;
  for (const provider of providers) {
    try {
      const person = await provider.verifyAccessToken(token);
      return { person, provider: provider.id };
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      if (error.reason === 'Unavailable') unavailable = error;
      else refused = error;
    }
  }
  // What the only provider has against the token helps more than what is true for each of several.
  if (refused && providers.length === 1) throw refused;
  throw (
    unavailable ??
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
  { apis, clusterId, token }: BindWithTokenParams,
): Promise<BindingResponse> => {
  const signInEvent = { action: 'sign-in', cluster: clusterId } as const;
  const person = await withAuditEvent(
    audit,
    { ...signInEvent, actor: 'anonymous' },
    async enrich => {
      const found = await authenticateToken(providers, token);
      enrich({ actor: personId(found.person), provider: found.provider });
      return found.person;
    },
  );
  const auditEvent = {
    action: apis.length > 0 ? 'bind' : 'renew-token',
    actor: personId(person),
    cluster: clusterId,
    apis: apis.map(apiName),
  } as const;
  return withAuditEvent(audit, auditEvent, async enrich => {
    const prepared = await prepareTenant(backend, person, { clusterId, apis });
    const { kubeconfig, namespace, offers } = prepared;
    const response = createBindingResponse(
      person,
      undefined,
      kubeconfig,
      offers,
    );
    auditTokenIssued(audit, enrich({ namespace }));
    return response;
  });
};
