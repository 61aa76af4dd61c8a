/** An identity provider on loopback with configurable misbehaviour; correct in everything else. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';

/** A key pair, and its identification in tokens. */
export interface SigningKey {
  privateKey: CryptoKey;
  publicJwk: JWK;
}

export const createSigningKey = async (kid: string): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256' };
  return { privateKey, publicJwk };
};

/** Claims to add or replace; undefined ones are removed. */
export type ClaimChanges = Record<string, unknown>;

/** The misbehaviour to simulate. */
export interface Misbehaviour {
  /** Changes of the discovery document. */
  document?: Record<string, unknown>;
  /** Changes of the ID token's claims. */
  claims?: ClaimChanges;
  /** Replaces the creation of the ID token. */
  idToken?: (claims: JWTPayload) => string | Promise<string>;
  /** Changes of the token response. */
  tokens?: Record<string, unknown>;
  /** Response of userinfo. */
  userInfo?: Record<string, unknown>;
  /** Replaces the response of a path. */
  answer?: Partial<Record<string, RequestListener>>;
}

/** A running provider. */
export interface HostileProvider {
  issuer: string;
  clientId: string;
  key: SigningKey;
  /** Keys published at /jwks. */
  published: JWK[];
  /** The nonce of the authorization request, which an honest provider receives there. */
  nonce: string;
  misbehaviour: Misbehaviour;
  /** Requests since the start, as `<method> <path>`. */
  requests: string[];
  /** The form of the last token request. */
  lastForm: URLSearchParams;
  /** A token of this provider with these changes. */
  sign(
    changes?: ClaimChanges,
    header?: Partial<JWTHeaderParameters>,
    key?: SigningKey,
  ): Promise<string>;
  stop(): Promise<void>;
}

const present = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  );

const json = (response: ServerResponse, body: unknown) => {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(body));
};

const clientId = 'klutch';

const documentOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
});

const claimsOf = (issuer: string, changes: ClaimChanges): JWTPayload => {
  const now = Math.floor(Date.now() / 1000);
  return present({
    iss: issuer,
    sub: 'alice',
    aud: clientId,
    iat: now,
    exp: now + 300,
    ...changes,
  });
};

const routes = async (
  provider: HostileProvider,
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const { misbehaviour, issuer } = provider;
  switch (request.url) {
    case '/.well-known/openid-configuration':
      json(response, { ...documentOf(issuer), ...misbehaviour.document });
      return;
    case '/jwks':
      json(response, { keys: provider.published });
      return;
    case '/userinfo':
      json(response, misbehaviour.userInfo ?? { sub: 'alice' });
      return;
    case '/token': {
      provider.lastForm = new URLSearchParams(await text(request));
      const changes = { nonce: provider.nonce, ...misbehaviour.claims };
      const claims = claimsOf(issuer, changes);
      const token = await (misbehaviour.idToken?.(claims) ??
        provider.sign(changes));
      json(response, {
        access_token: 'canary-access-token',
        token_type: 'Bearer',
        id_token: token,
        ...misbehaviour.tokens,
      });
      return;
    }
    default:
      response.writeHead(404).end();
  }
};

/** Starts a provider without misbehaviour. */
export const startHostileProvider = async (): Promise<HostileProvider> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = await createSigningKey('first');
  const provider: HostileProvider = {
    issuer,
    clientId,
    key,
    published: [key.publicJwk],
    nonce: '',
    misbehaviour: {},
    requests: [],
    lastForm: new URLSearchParams(),
    sign: (changes = {}, header = {}, signer = provider.key) =>
      new SignJWT(claimsOf(issuer, changes))
        .setProtectedHeader({
          alg: 'RS256',
          kid: signer.publicJwk.kid,
          ...header,
        })
        .sign(signer.privateKey),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  server.on('request', (request, response) => {
    provider.requests.push(`${request.method} ${request.url}`);
    const answer = provider.misbehaviour.answer?.[request.url ?? ''];
    if (answer) {
      answer(request, response);
      return;
    }
    routes(provider, request, response).catch(() => {
      response.writeHead(500).end();
    });
  });
  return provider;
};
