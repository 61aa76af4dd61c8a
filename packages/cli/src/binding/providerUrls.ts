/** Addresses of a provider's handshake. Pure functions. */

const loopbackHosts = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether traffic to the URL cannot be read in transit: https, or http on this machine. */
const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' ||
  (protocol === 'http:' && loopbackHosts.test(hostname));

function requireSecure(url: URL, what: string): URL {
  if (isSecure(url)) return url;
  throw new Error(
    `${what} does not begin with https://, so credentials could be read on the way. Ask the provider for its https address.`,
  );
}

/**
 * The export URL of a provider, with or without `/export` at its end.
 *
 * @throws Error when the text is no http(s) URL, or not a secure one
 */
export function exportUrlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new Error(
      'The address of the provider is not a URL like https://bind.example/export. The provider, or its portal, shows the right one.',
    );
  }
  requireSecure(url, 'The address of the provider');
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/export') ? path : `${path}/export`;
  url.hash = '';
  return url;
}

/** Another address of the same handshake, beside `/export` or `/authorize`. */
export function siblingUrl(url: URL, name: string): URL {
  const sibling = new URL(url);
  sibling.pathname = sibling.pathname.replace(/[^/]*$/, name);
  sibling.search = '';
  return sibling;
}

/**
 * The address at which users sign in. The reference's backend always advertises http, also behind a proxy with https:
 * on the host of the export URL, the scheme of the export URL is used.
 *
 * @throws Error when the provider advertises no URL, or not a secure one
 */
export function signInUrlOf(advertised: string, exportUrl: URL): URL {
  if (!URL.canParse(advertised)) {
    throw new Error(
      'The provider advertises an invalid address to sign in at. Tell its operators.',
    );
  }
  const url = new URL(advertised);
  if (url.host === exportUrl.host) url.protocol = exportUrl.protocol;
  return requireSecure(url, 'The address that the provider signs users in at');
}

/** What a client sends to the sign-in. */
export interface SignInParams {
  /** Where the browser returns to, on this machine. */
  callback: URL;
  /** Unguessable id of this login. */
  sessionId: string;
  clusterId: string;
  /** S256 challenge, for providers whose response is fetched with a one-time code. */
  challenge: string;
  /** Only renew the credentials. */
  refresh: boolean;
}

/** The sign-in URL with its parameters; those that the provider advertises are kept. */
export function withSignInParams(signIn: URL, params: SignInParams): URL {
  const url = new URL(signIn);
  url.searchParams.set('u', params.callback.href);
  url.searchParams.set('p', params.callback.port);
  url.searchParams.set('s', params.sessionId);
  url.searchParams.set('c', params.clusterId);
  url.searchParams.set('pickup', params.challenge);
  if (params.refresh) url.searchParams.set('refresh', '1');
  return url;
}
