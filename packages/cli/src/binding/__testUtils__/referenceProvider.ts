/** A provider that behaves as the reference's backend: the response is in the redirect, or as ours: a code is. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the provider differs from the usual one. */
export interface ReferenceOptions {
  version?: string;
  apiVersion?: string;
  /** The alphabet of the response; the reference writes the URL alphabet. */
  alphabet?: 'base64' | 'base64url';
  /** Id in the response; default: that of the request. */
  sid?: string;
  kubeconfig?: string;
  requests?: object[];
  /**
   * The redirect has a code, with which the response is picked up: with these statuses, then with success. Default: the
   * response is in the redirect.
   */
  pickups?: number[];
  /** Seconds that a failed pick-up asks to wait; default 0. */
  retryAfter?: number;
}

/** A running provider. */
export interface ReferenceProvider {
  /** URL of `/export`. */
  url: string;
  /** Queries of all requests to `/authorize`. */
  authorized: URLSearchParams[];
  /** How often the response was asked for. */
  pickups: number;
  stop(): Promise<void>;
}

/** An export request as the reference sends it. */
export const databasesRequest = {
  kind: 'APIServiceExportRequest',
  apiVersion: 'klutch.anynines.com/v1alpha1',
  metadata: { name: 'databases.example.test', creationTimestamp: null },
  spec: {
    resources: [
      { group: 'example.test', resource: 'databases', versions: null },
    ],
  },
  status: {},
};

const responseOf = (sid: string, options: ReferenceOptions): string =>
  JSON.stringify({
    kind: 'BindingResponse',
    apiVersion: 'klutch.anynines.com/v1alpha1',
    // "?" and "~" give the characters in which the two alphabets differ.
    authentication: {
      oauth2CodeGrant: { sid: options.sid ?? sid, id: 'https://id/~~???>>>' },
    },
    kubeconfig: Buffer.from(options.kubeconfig ?? 'kind: Config').toString(
      'base64',
    ),
    requests: options.requests ?? [databasesRequest],
  });

const encodedResponse = (sid: string, options: ReferenceOptions): string => {
  const text = responseOf(sid, options);
  const { alphabet = 'base64url' } = options;
  // Go pads the URL alphabet.
  const encoded = Buffer.from(text).toString(alphabet);
  return encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=');
};

export async function startReferenceProvider(
  options: ReferenceOptions = {},
): Promise<ReferenceProvider> {
  const authorized: URLSearchParams[] = [];
  const failures = [...(options.pickups ?? [])];
  let pickups = 0;
  const server = createServer((request, response) => {
    const { host } = request.headers;
    const { pathname, searchParams } = new URL(`http://${host}${request.url}`);
    if (pathname === '/export') {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          kind: 'BindingProvider',
          apiVersion: options.apiVersion ?? 'v1alpha1',
          providerPrettyName: 'example-backend',
          version: options.version ?? 'v0.0.0',
          authenticationMethods: [
            {
              method: 'OAuth2CodeGrant',
              oauth2CodeGrant: { authenticatedURL: `http://${host}/authorize` },
            },
          ],
        }),
      );
      return;
    }
    const { s = '' } = Object.fromEntries(authorized.at(-1) ?? []);
    if (pathname === '/pickup') {
      pickups += 1;
      const status = failures.shift() ?? 200;
      response.writeHead(status, {
        'retry-after': `${options.retryAfter ?? 0}`,
      });
      response.end(status === 200 ? responseOf(s, options) : '');
      return;
    }
    authorized.push(searchParams);
    const target = new URL(
      searchParams.get('u') ??
        `http://localhost:${searchParams.get('p')}/callback`,
    );
    if (options.pickups) {
      target.searchParams.set('code', 'one-time');
    } else {
      const sid = searchParams.get('s') ?? '';
      target.searchParams.set('response', encodedResponse(sid, options));
    }
    response.writeHead(302, { location: target.href }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/export`,
    authorized,
    get pickups() {
      return pickups;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
