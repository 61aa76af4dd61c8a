/** Binding without a browser: a machine client sends an access token of an identity provider. */
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

/** Parameters of `Handshake.bindWithToken`. */
export interface BindWithTokenParams {
  /** Access token of a configured provider; `undefined` when the request has none. */
  token: string | undefined;
  /** Id of the app cluster, chosen by the client. */
  clusterId: string;
  /** APIs to bind; an empty list only renews the credentials. */
  apis: readonly ApiResource[];
}

/**
 * The user of a token, from the first provider that accepts the token. An unavailable provider is reported only when
 * no other provider accepts the token.
 */
const authenticateToken = async (
  providers: readonly IdentityProvider[],
  token: string | undefined,
): Promise<{ person: AuthenticatedUser; provider: string }> => {
  if (token === undefined) {
    throw new SignInError(
      'Refused',
      'The request has no access token. Get one from an identity provider, for example by the client credentials grant, and send it in the header Authorization: Bearer.',
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
  // With a single provider, its own reason is more helpful than the general message below.
  if (refused && providers.length === 1) throw refused;
  throw (
    unavailable ??
    new SignInError(
      'Refused',
      'No identity provider configured here accepts this access token, or the token has expired. Get a new one with this server as its audience, and try again.',
    )
  );
};

/**
 * The binding response for a machine client, with one export request for each API.
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
