/** A real OpenID Connect provider for the sandbox, with the sandbox's users. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import Provider, { errors, type ClientMetadata } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { loginPage } from './loginPage';
import { BIND_AUDIENCE, machine, PASSWORD, sandboxUsers } from './users';

/** Client credentials at the identity provider. */
export interface OidcClient {
  clientId: string;
  clientSecret: string;
}

/** A running identity provider. */
export interface IdentityProvider {
  issuer: string;
  portal: OidcClient;
  /** The client of the binding handshake, for users who bind an app cluster from a terminal. */
  binding: OidcClient;
  port: number;
  stop(): Promise<void>;
}

/** Port and permitted redirects. */
export interface IdentityProviderOptions {
  /** Port on loopback. */
  port: number;
  /** Redirect URI of each client. */
  redirectUris: { portal: string; binding: string };
}

/** A client with a secret that is new in each run. */
const newClient = (clientId: string): OidcClient => ({
  clientId,
  clientSecret: randomBytes(24).toString('base64url'),
});

async function login(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid } = await provider.interactionDetails(request, response);
  const form = new URLSearchParams(
    request.method === 'POST' ? await text(request) : '',
  );
  const user = sandboxUsers.find(({ name }) => name === form.get('name'));
  if (user && form.get('password') === PASSWORD) {
    await provider.interactionFinished(request, response, {
      login: { accountId: user.name },
    });
    return;
  }
  const problem =
    request.method === 'POST'
      ? 'The user or password is wrong. Both are listed below.'
      : undefined;
  response
    .writeHead(problem ? 401 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    .end(loginPage(`/interaction/${uid}`, problem));
}

/** Applies when a client names the resource server of its token; other tokens have no audience. */
const resourceIndicators = {
  enabled: true,
  getResourceServerInfo(_: unknown, audience: string) {
    if (audience !== BIND_AUDIENCE) throw new errors.InvalidTarget();
    return {
      scope: 'bind',
      audience,
      accessTokenFormat: 'jwt' as const,
      jwt: { sign: { alg: 'RS256' as const } },
    };
  },
};

function createProvider(issuer: string, clients: ClientMetadata[]): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider: Provider = new Provider(issuer, {
    // The same as the default; set explicitly to avoid a warning in the list of phases.
    adapter: createMemoryAdapter(),
    clients,
    jwks: {
      keys: [
        { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' },
      ],
    },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'groups'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators,
    },
    interactions: {
      url: (_, interaction) => `/interaction/${interaction.uid}`,
    },
    // The portal does not request offline_access, but needs refresh tokens to keep users signed in.
    issueRefreshToken: async () => true,
    ttl: {
      AccessToken: 3600,
      ClientCredentials: 3600,
      IdToken: 3600,
      Session: 14 * 86400,
      Grant: 14 * 86400,
      Interaction: 3600,
      RefreshToken: 14 * 86400,
    },
    // All clients belong to the sandbox, so no consent is requested.
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    findAccount(_, id) {
      const user = sandboxUsers.find(({ name }) => name === id);
      return (
        user && {
          accountId: id,
          claims: () => ({
            sub: id,
            name: user.displayName,
            preferred_username: id,
            email: user.email,
            email_verified: true,
            groups: user.groups,
          }),
        }
      );
    },
  });
  return provider;
}

/**
 * Starts the identity provider on loopback.
 *
 * @throws when the port is in use
 */
export async function startIdentityProvider(
  options: IdentityProviderOptions,
): Promise<IdentityProvider> {
  const issuer = `http://localhost:${options.port}`;
  const { redirectUris } = options;
  const portal = newClient('klutch-portal');
  const binding = newClient('klutch-binding');
  const provider = createProvider(issuer, [
    {
      client_id: portal.clientId,
      client_secret: portal.clientSecret,
      redirect_uris: [redirectUris.portal],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    {
      client_id: binding.clientId,
      client_secret: binding.clientSecret,
      redirect_uris: [redirectUris.binding],
    },
    {
      client_id: machine.clientId,
      client_secret: machine.clientSecret,
      redirect_uris: [],
      response_types: [],
      grant_types: ['client_credentials'],
    },
  ]);
  const handle = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      handle(request, response);
      return;
    }
    login(provider, request, response).catch(() => {
      response
        .writeHead(400, { 'content-type': 'text/plain; charset=utf-8' })
        .end(
          'This sign-in has ended. Go back to the portal and sign in again.',
        );
    });
  });
  server.listen(options.port, 'localhost');
  await once(server, 'listening');
  return {
    issuer,
    portal,
    binding,
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
