/** What a person's CLI does on another app cluster, without the CLI: addresses, a listener and kubectl. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '@klutch/local-clusters';
import { BIND_AUDIENCE, machine, type SandboxState } from '@klutch/sandbox';

const run = promisify(execFile);

/** What comes back from the binding handshake. */
export interface BindingAnswer {
  kubeconfig: string;
  requests: { kind: string; metadata: { name: string }; spec: object }[];
}

/** A CLI that waits for its browser. */
export interface Listener {
  /** Where the browser begins. */
  url: URL;
  /** The answer that the browser brings back. */
  answer: Promise<BindingAnswer>;
  close(): void;
}

const decode = (text: string) => Buffer.from(text, 'base64').toString();

/** As the reference's CLI: asks where to begin, and listens on a port of its own. */
export async function listenAsCli(bindingUrl: string): Promise<Listener> {
  const provider = await (await fetch(bindingUrl)).json();
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const [{ oauth2CodeGrant }] = provider.authenticationMethods;
  const url = new URL(oauth2CodeGrant.authenticatedURL);
  url.searchParams.set('p', `${(server.address() as AddressInfo).port}`);
  url.searchParams.set('s', 'e2e123');
  url.searchParams.set('c', 'e2e456');
  const answer = new Promise<BindingAnswer>(resolve => {
    server.on('request', (request, response) => {
      const came = new URL(request.url ?? '', 'http://localhost');
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Done</title>');
      if (came.pathname !== '/callback') return;
      resolve(JSON.parse(decode(came.searchParams.get('response') ?? '')));
    });
  });
  return {
    url,
    answer,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Binds as a machine does: client credentials at the identity provider, then one request. */
export async function bindAsMachine(
  { bindingUrl, issuer }: SandboxState,
  resource: string,
): Promise<BindingAnswer> {
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

/** Sends the answer's requests with the answer's kubeconfig, and waits for the exports. */
export async function useAnswer(
  kubectl: string,
  { kubeconfig, requests }: BindingAnswer,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'klutch-e2e-'));
  const file = join(folder, 'kubeconfig');
  const ask = async (...args: string[]) =>
    (await run(kubectl, ['--kubeconfig', file, ...args])).stdout;
  try {
    await writeFile(file, decode(kubeconfig), { mode: 0o600 });
    for (const { metadata, ...request } of requests) {
      const wanted = join(folder, 'request.json');
      const generateName = `${metadata.name}-`;
      await writeFile(
        wanted,
        JSON.stringify({ ...request, metadata: { generateName } }),
      );
      // Its rights are a moment younger than its token.
      await waitFor(() => ask('create', '-f', wanted).then(() => true), {
        what: 'the request is accepted',
        timeoutMs: 20_000,
      });
    }
    const names = requests.map(({ metadata }) => metadata.name);
    await waitFor(
      () => ask('get', 'apiserviceexports', ...names).then(() => true),
      { what: `there are exports of ${names}`, timeoutMs: 20_000 },
    );
    return names;
  } finally {
    await rm(folder, { recursive: true });
  }
}
