/** A real identity provider on loopback: users sign in by their name in `login_hint`, without a page. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import fetchCookie from 'fetch-cookie';
import Provider from 'oidc-provider';

/** A running provider with one client for sign-ins and one for machines. */
export interface RealProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Client that may use client credentials. */
  machine: { clientId: string; clientSecret: string };
  /** Follows an authorization URL as a browser does; returns the final URL, on `redirectUri`. */
  signIn(url: URL): Promise<URL>;
  /** A JWT of the machine for an audience; opaque without one. */
  machineToken(audience?: string): Promise<string>;
  stop(): Promise<void>;
}

/** Configuration of the provider. */
export interface RealProviderOptions {
  redirectUri: string;
  /** Default: a free port. */
  port?: number;
  /** Puts claims of a scope only into userinfo, as OpenID Connect does by default. */
  sparseIdTokens?: boolean;
}

/** The users, with their claims. */
export const people: Readonly<Record<string, { groups: string[] }>> = {
  alice: { groups: ['developers', 'team-a'] },
  bob: { groups: [] },
};

/** Audience of machine tokens in tests. */
export const machineAudience = 'https://klutch.example/bind';

const clientId = 'klutch';
const machineId = 'pipeline';
const secret = () => randomBytes(24).toString('base64url');

const createProvider = (
  issuer: string,
  secrets: { client: string; machine: string },
  options: RealProviderOptions,
): Provider => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: secrets.client,
        redirect_uris: [options.redirectUri],
      },
      {
        client_id: machineId,
        client_secret: secrets.machine,
        redirect_uris: [],
        response_types: [],
        grant_types: ['client_credentials'],
      },
    ],
    jwks: {
      keys: [
        { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' },
      ],
    },
    cookies: { keys: [secret()] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'groups'],
      email: ['email'],
    },
    conformIdTokenClaims: options.sparseIdTokens ?? false,
    pkce: { required: () => true },
    ttl: {
      AccessToken: 300,
      ClientCredentials: 300,
      Grant: 300,
      IdToken: 300,
      Interaction: 300,
      Session: 300,
    },
    extraTokenClaims: () => ({ groups: ['machines'] }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, audience) => ({
          scope: 'bind',
          audience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    interactions: {
      url: (_, interaction) => `/interaction/${interaction.uid}`,
    },
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
    findAccount: (_, id) => {
      const person = people[id];
      return (
        person && {
          accountId: id,
          claims: () => ({
            sub: id,
            name: `${id} of Klutch`,
            email: `${id}@klutch.example`,
            groups: person.groups,
          }),
        }
      );
    },
  });
  return provider;
};

/** Signs in the user in `login_hint`; refuses any other user. */
const interact = async (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = `${params.login_hint}`;
  await provider.interactionFinished(
    request,
    response,
    accountId in people
      ? { login: { accountId } }
      : {
          error: 'access_denied',
          error_description: 'This account is locked',
        },
  );
};

const followTo = async (redirectUri: string, start: URL): Promise<URL> => {
  const browser = fetchCookie(fetch);
  let url = start.href;
  for (let step = 0; step < 10; step++) {
    const response = await browser(url, { redirect: 'manual' });
    const location = response.headers.get('location');
    if (!location) {
      throw new Error(`The provider answers ${response.status} at ${url}.`);
    }
    url = new URL(location, url).href;
    if (url.startsWith(redirectUri)) return new URL(url);
  }
  throw new Error('The provider redirects without end.');
};

export const startRealProvider = async (
  options: RealProviderOptions,
): Promise<RealProvider> => {
  const server = createServer();
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const secrets = { client: secret(), machine: secret() };
  const provider = createProvider(issuer, secrets, options);
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      handle(request, response);
      return;
    }
    interact(provider, request, response).catch(() => {
      response.writeHead(400).end();
    });
  });

  const machineToken = async (audience?: string) => {
    const response = await fetch(`${issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: machineId,
        client_secret: secrets.machine,
        ...(audience && { resource: audience, scope: 'bind' }),
      }),
    });
    const { access_token: token } = await response.json();
    return `${token}`;
  };

  return {
    issuer,
    clientId,
    clientSecret: secrets.client,
    machine: { clientId: machineId, clientSecret: secrets.machine },
    signIn: url => followTo(options.redirectUri, url),
    machineToken,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
