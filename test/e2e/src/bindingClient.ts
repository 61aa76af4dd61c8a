/** Replaces the binding CLI of another app cluster: requests the URLs, runs the callback server and calls kubectl. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { waitFor } from '@klutch/local-processes';
import { BIND_AUDIENCE, machine, type SandboxState } from '@klutch/sandbox';

/** The response of the binding handshake. */
export interface BindingResponse {
  kubeconfig: string;
  requests: { kind: string; metadata: { name: string }; spec: object }[];
}

/** The CLI's callback server, which waits for the browser's redirect. */
export interface CallbackServer {
  /** URL to open in the browser. */
  url: URL;
  /** Resolves with the response in the browser's redirect. */
  bindingResponse: Promise<BindingResponse>;
  close(): void;
}

const decode = (text: string) => Buffer.from(text, 'base64').toString();

/** Like the reference's CLI: reads the authentication URL from the backend and listens on a free port. */
export async function startCallbackServer(
  bindingUrl: string,
): Promise<CallbackServer> {
  const provider = await (await fetch(bindingUrl)).json();
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const [{ oauth2CodeGrant }] = provider.authenticationMethods;
  const url = new URL(oauth2CodeGrant.authenticatedURL);
  url.searchParams.set('p', `${(server.address() as AddressInfo).port}`);
  url.searchParams.set('s', 'e2e123');
  url.searchParams.set('c', 'e2e456');
  const bindingResponse = new Promise<BindingResponse>(resolve => {
    server.on('request', (request, response) => {
      const received = new URL(request.url ?? '', 'http://localhost');
      // Without an icon in the page, the browser asks for one, perhaps after the server is closed.
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Done</title><link rel="icon" href="data:,"><p>Done.</p>');
      if (received.pathname !== '/callback') return;
      resolve(JSON.parse(decode(received.searchParams.get('response') ?? '')));
    });
  });
  return {
    url,
    bindingResponse,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Binds without a browser: client credentials grant at the identity provider, then one request. */
export async function bindAsMachine(
  { bindingUrl, issuer }: SandboxState,
  resource: string,
): Promise<BindingResponse> {
  const token = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: machine.clientId,
      client_secret: machine.clientSecret,
      resource: BIND_AUDIENCE,
      scope: 'bind',
    }),
  });
  const { access_token: access } = await token.json();
  const bound = await fetch(new URL('bind-noninteractive', bindingUrl), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      clusterID: 'e2e789',
      apis: [{ group: 'anynines.com', resource }],
    }),
  });
  if (!bound.ok) throw new Error(await bound.text());
  return bound.json();
}

/** Creates the response's export requests with the response's kubeconfig and waits for the exports. */
export async function submitBindingResponse(
  kubectl: string,
  { kubeconfig, requests }: BindingResponse,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'klutch-e2e-'));
  const file = join(folder, 'kubeconfig');
  const kubectlRun = async (...args: string[]) =>
    (await execa(kubectl, ['--kubeconfig', file, ...args])).stdout;
  try {
    await writeFile(file, decode(kubeconfig), { mode: 0o600 });
    for (const { metadata, ...request } of requests) {
      const requestFile = join(folder, 'request.json');
      const generateName = `${metadata.name}-`;
      await writeFile(
        requestFile,
        JSON.stringify({ ...request, metadata: { generateName } }),
      );
      // The kubeconfig's RBAC rules take effect shortly after its token.
      await waitFor(
        () => kubectlRun('create', '-f', requestFile).then(() => true),
        {
          what: 'the export request is created',
          timeoutMs: 20_000,
        },
      );
    }
    const names = requests.map(({ metadata }) => metadata.name);
    await waitFor(
      () => kubectlRun('get', 'apiserviceexports', ...names).then(() => true),
      { what: `the exports ${names} exist`, timeoutMs: 20_000 },
    );
    return names;
  } finally {
    await rm(folder, { recursive: true });
  }
}
