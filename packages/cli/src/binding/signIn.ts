/** Sign-in of a user with a browser, until the binding response is here. */
import { randomBytes } from 'node:crypto';
import {
  decodeBindingResponse,
  readBindingResponse,
  type BindingResponse,
} from '@klutch/bind-api';
import {
  calculatePKCECodeChallenge,
  randomPKCECodeVerifier,
} from 'openid-client';
import { withProgress, type ProgressOutput } from '../progress';
import { RefusedCallback, startCallbackServer } from './callbackServer';
import type { Provider } from './provider';
import { postJson, ProviderError } from './providerRequest';
import { siblingUrl, withSignInParams } from './providerUrls';
import { retryBusy, type RetryOptions } from './retryBusy';

/** Parameters of {@link signIn}. */
export interface SignInOptions {
  provider: Provider;
  clusterId: string;
  /** Only renew the credentials. */
  refresh: boolean;
  /** Shows the address to open. */
  onUrl(url: URL): void;
  /** Opens the browser; omit to let the user open the address. */
  openBrowser?: (url: URL) => Promise<void>;
  /** Called with the reason for each refused request to the callback. */
  onRefused(reason: string): void;
  timeoutMs: number;
  signal?: AbortSignal;
  /** Where the progress is written. */
  output: ProgressOutput;
  /** How the response is requested again from a busy provider. */
  retry?: Omit<RetryOptions, 'signal'>;
}

interface Login extends Pick<SignInOptions, 'output' | 'retry' | 'signal'> {
  pickupUrl: URL;
  sessionId: string;
  verifier: string;
}

/**
 * Our backend sends a one-time code, which is worthless without this login's verifier: a code of another login is
 * refused, and the login goes on.
 */
async function pickUp(login: Login, code: string): Promise<BindingResponse> {
  const { output, pickupUrl, retry, sessionId, signal, verifier } = login;
  // Only a response or a wrong verifier consumes a code, so the same one may be sent again.
  const body = await withProgress(
    output,
    'Waiting for the provider to issue the credentials',
    retryBusy(() => postJson(pickupUrl, { code, verifier }, signal), {
      ...retry,
      signal,
    }),
  ).catch(error => {
    const isOfOtherLogin =
      error instanceof ProviderError &&
      (error.reason === 'CodeRefused' || error.reason === 'InvalidRequest');
    throw isOfOtherLogin ? new RefusedCallback(error.message) : error;
  });
  const read = readBindingResponse(body, sessionId);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** The reference's backend sends the whole response; it has to name the unguessable id of this login. */
async function acceptReturn(
  login: Login,
  query: URLSearchParams,
): Promise<BindingResponse> {
  const code = query.get('code');
  if (code !== null) return pickUp(login, code);
  const response = query.get('response');
  if (response === null) {
    throw new RefusedCallback(
      'The browser returned without a response of the provider. Open the address in your terminal again.',
    );
  }
  const read = decodeBindingResponse(response, login.sessionId);
  if (!read.ok) throw new RefusedCallback(read.error);
  return read.value;
}

/** Rejects at the timeout, or when the user interrupts. */
function failureOf(
  { signal, timeoutMs }: SignInOptions,
  end: AbortSignal,
): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          new Error(
            `Nobody signed in within ${Math.round(timeoutMs / 1000)} seconds, so nothing was bound. Run the command again; --timeout allows more time.`,
          ),
        ),
      timeoutMs,
    );
    const onAbort = () =>
      reject(new Error('Interrupted. Run the command again to bind.'));
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    end.addEventListener('abort', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    });
  });
}

/**
 * Lets the user sign in and consent, with a callback on this machine.
 *
 * @throws Error with what to do, also at the timeout
 */
export async function signIn(options: SignInOptions): Promise<BindingResponse> {
  const { clusterId, openBrowser, output, provider, refresh } = options;
  const verifier = randomPKCECodeVerifier();
  const sessionId = randomBytes(32).toString('base64url');
  const pickupUrl = siblingUrl(provider.signInUrl, 'pickup');
  const end = new AbortController();
  const login: Login = {
    output,
    pickupUrl,
    retry: options.retry,
    sessionId,
    signal: end.signal,
    verifier,
  };
  const server = await startCallbackServer<BindingResponse>({
    accept: query => acceptReturn(login, query),
    onRefused: options.onRefused,
  });
  try {
    const url = withSignInParams(provider.signInUrl, {
      callback: server.url,
      sessionId,
      clusterId,
      challenge: await calculatePKCECodeChallenge(verifier),
      refresh,
    });
    options.onUrl(url);
    // Without a browser, the user opens the address.
    await openBrowser?.(server.startAt(url)).catch(() => undefined);
    return await Promise.race([server.result, failureOf(options, end.signal)]);
  } finally {
    end.abort();
    server.close();
  }
}
