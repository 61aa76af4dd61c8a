/** The server on this machine that the browser returns to after a sign-in. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { deferred } from '@klutch/kube';
import { callbackPage, pageHeaders } from './callbackPage';

/** The request does not belong to this login: it is refused, and the login goes on. */
export class RefusedCallback extends Error {
  override readonly name = 'RefusedCallback';
}

/** Options of {@link startCallbackServer}. */
export interface CallbackServerOptions<T> {
  /**
   * Checks the query of a return; called for one request at a time.
   *
   * @throws RefusedCallback when the login goes on; any other error ends it
   */
  accept(query: URLSearchParams): Promise<T>;
  /** Called with the reason for each refused request. */
  onRefused(reason: string): void;
}

/** A running server. */
export interface CallbackServer<T> {
  /** Where the provider redirects the browser to; the path is unguessable. */
  url: URL;
  /**
   * An unguessable address that redirects the browser to the sign-in, once. The browser is started with this address:
   * its arguments are visible to other users of the machine, and those of the sign-in must not be.
   */
  startAt(signIn: URL): URL;
  /** The first accepted return; the server is closed then. */
  result: Promise<T>;
  close(): void;
}

/** A path that nobody else can guess. */
const secretPath = (): string => `/${randomBytes(32).toString('base64url')}`;

/** A response of the reference's backend has a kubeconfig in its query. */
const maxHeaderSize = 64 * 1024;

const nextStep = 'You can close this window. Go back to your terminal.';

const busy =
  'Another request is being checked. Reload this page in a few seconds. If it cannot be reached then, you are signed in: go back to your terminal.';

/** Runs `work` when the answer has reached the browser, or at once when the browser has gone. */
function afterAnswer(response: ServerResponse, work: () => void): void {
  if (response.destroyed) work();
  else response.once('close', work);
}

function send(
  response: ServerResponse,
  status: number,
  title: string,
  text: string,
): void {
  response.writeHead(status, pageHeaders).end(callbackPage(title, text));
}

/** Why a request is none of a browser that returns from the provider; undefined when it may be one. */
function foreignReason(
  { method, headers }: IncomingMessage,
  host: string,
): string | undefined {
  if (method !== 'GET') return 'its method is not GET';
  if (headers.host !== host) return 'it was sent to another host name';
  const { origin } = headers;
  if (origin !== undefined && origin !== 'null') {
    return 'a page of another site sent it';
  }
  const mode = headers['sec-fetch-mode'];
  const dest = headers['sec-fetch-dest'];
  if (
    (mode ?? 'navigate') !== 'navigate' ||
    (dest ?? 'document') !== 'document'
  )
    return 'a page sent it in the background';
  return undefined;
}

/** Ends all connections: one that never sends a request, as browsers open in advance, would keep the program alive. */
const closeServer = (server: Server): void => {
  server.close();
  server.closeAllConnections();
};

interface Login<T> extends CallbackServerOptions<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** Answers returns until one is accepted. */
function returnHandler<T>(login: Login<T>) {
  let isBusy = false;
  return async (query: URLSearchParams, response: ServerResponse) => {
    if (isBusy) {
      send(response, 409, 'Another return is being checked', busy);
      return;
    }
    isBusy = true;
    try {
      const value = await login.accept(query);
      afterAnswer(response, () => login.resolve(value));
      send(
        response,
        200,
        'Signed in',
        `${nextStep} It asks about permission claims, if there are any, and then binds.`,
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!(error instanceof RefusedCallback)) {
        afterAnswer(response, () => login.reject(error));
        send(response, 400, 'This did not work', reason);
        return;
      }
      isBusy = false;
      login.onRefused(reason);
      send(response, 400, 'This did not work', reason);
    }
  };
}

/** Starts the server on a free port of 127.0.0.1. It has to be closed when the result is not awaited. */
export async function startCallbackServer<T>(
  options: CallbackServerOptions<T>,
): Promise<CallbackServer<T>> {
  const { promise, resolve, reject } = deferred<T>();
  const onReturn = returnHandler({ ...options, resolve, reject });
  const starts = new Map<string, URL>();
  const server = createServer({ maxHeaderSize });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = new URL(secretPath(), `http://127.0.0.1:${port}`);
  server.on('request', (request, response) => {
    const target = URL.canParse(request.url ?? '', url)
      ? new URL(request.url ?? '', url)
      : undefined;
    const signIn = starts.get(target?.pathname ?? '');
    if (signIn && !foreignReason(request, url.host)) {
      starts.clear();
      response.writeHead(303, { ...pageHeaders, location: signIn.href }).end();
      return;
    }
    if (target?.pathname !== url.pathname) {
      send(response, 404, 'Not found', nextStep);
      return;
    }
    const foreign = foreignReason(request, url.host);
    if (foreign) {
      options.onRefused(`A request was refused: ${foreign}.`);
      send(response, 403, 'Refused', nextStep);
      return;
    }
    void onReturn(target.searchParams, response);
  });
  const close = () => closeServer(server);
  const result = promise.finally(close);
  result.catch(() => undefined); // The caller may have stopped waiting.
  return {
    url,
    startAt(signIn) {
      const start = secretPath();
      starts.set(start, signIn);
      return new URL(start, url);
    },
    result,
    close,
  };
}
