/** Redirect targets for binding responses: only clients on the user's own machine. Pure. */

/** The redirect target as requested by the client; both fields are unchecked text. */
export interface RedirectParams {
  /** Port of the client's server on `localhost`. */
  port?: string;
  /** The whole URL, for clients that listen on a loopback address. */
  url?: string;
}

/** The only path that the upstream CLI serves, which sends its port alone. */
const defaultPath = '/callback';

/** Clients may serve an unguessable path; dots and percent signs, which other programs resolve, are not needed for one. */
const loopbackUrl =
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):([0-9]{1,5})((?:\/[A-Za-z0-9_-]{1,128}){1,4})$/;

const highestPort = 65_535;

const portOf = (text: string): number | undefined => {
  if (!/^[0-9]{1,5}$/.test(text)) return undefined;
  const port = Number(text);
  return port >= 1 && port <= highestPort ? port : undefined;
};

const partsOf = ({
  port,
  url,
}: RedirectParams): [string, string | undefined, string] => {
  if (url === undefined) return ['localhost', port, defaultPath];
  const [, host = '', urlPort, path = ''] = loopbackUrl.exec(url) ?? [];
  const agree = port === undefined || port === urlPort;
  return [host, agree ? urlPort : undefined, path];
};

/**
 * The redirect URL, built from the parsed host, port and path so that no other part of the input is passed on.
 * @returns undefined for anything but `http://<loopback>:<port>/<path>`, and when port and URL do not agree.
 */
export const clientRedirect = (params: RedirectParams): string | undefined => {
  const [host, text = '', path] = partsOf(params);
  const port = portOf(text);
  return port === undefined ? undefined : `http://${host}:${port}${path}`;
};

/** The redirect's origin as a source of a content security policy, which has no notation for IPv6 addresses. */
export const redirectSource = (redirect: string): string => {
  const { hostname, origin } = new URL(redirect);
  return hostname.startsWith('[') ? 'http:' : origin;
};
