/** A real OpenID Connect provider for the sandbox, with the people of the sandbox as its users. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import Provider from 'oidc-provider';
import { loginPage } from './loginPage';
import { PASSWORD, people } from './people';

/** A running identity provider. */
export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  port: number;
  stop(): Promise<void>;
}

/** Where it listens, and whom it lets come back. */
export interface IdentityProviderOptions {
  /** Port on loopback. */
  port: number;
  /** Where the portal wants people sent back to. */
  redirectUri: string;
}

const CLIENT_ID = 'klutch-portal';

async function login(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid } = await provider.interactionDetails(request, response);
  const form = new URLSearchParams(
    request.method === 'POST' ? await text(request) : '',
  );
  const person = people.find(({ name }) => name === form.get('name'));
  if (person && form.get('password') === PASSWORD) {
    await provider.interactionFinished(request, response, {
      login: { accountId: person.name },
    });
    return;
  }
  const problem =
    request.method === 'POST'
      ? 'That user or password is not right. Both are listed below.'
      : undefined;
  response
    .writeHead(problem ? 401 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    .end(loginPage(`/interaction/${uid}`, problem));
}

function createProvider(
  issuer: string,
  clientSecret: string,
  redirectUri: string,
): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    jwks: {
      keys: [
        { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' },
      ],
    },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: {
      url: (_, interaction) => `/interaction/${interaction.uid}`,
    },
    // The portal asks for no offline_access, and still keeps people signed in.
    issueRefreshToken: async () => true,
    ttl: {
      AccessToken: 3600,
      IdToken: 3600,
      Session: 14 * 86400,
      Grant: 14 * 86400,
      Interaction: 3600,
      RefreshToken: 14 * 86400,
    },
    // The portal is the provider's own client: nobody is asked for consent.
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
      const person = people.find(({ name }) => name === id);
      return (
        person && {
          accountId: id,
          claims: () => ({
            sub: id,
            name: person.displayName,
            preferred_username: id,
            email: person.email,
            email_verified: true,
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
 * @throws when the port is taken
 */
export async function startIdentityProvider(
  options: IdentityProviderOptions,
): Promise<IdentityProvider> {
  const issuer = `http://localhost:${options.port}`;
  const clientSecret = randomBytes(24).toString('base64url');
  const provider = createProvider(issuer, clientSecret, options.redirectUri);
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
    clientId: CLIENT_ID,
    clientSecret,
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
