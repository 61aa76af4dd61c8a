/** Where the browser may be sent with an answer: to the client on the same machine, and nowhere else. Pure. */

/** As the client asks for it; both are unchecked text. */
export interface RedirectParams {
  /** Port of the client's server on `localhost`. */
  port?: string;
  /** The whole address, for clients that listen on a loopback address. */
  url?: string;
}

/** The reference's CLI serves nothing else. */
const path = '/callback';

const loopbackUrl =
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):([0-9]{1,5})\/callback$/;

const highestPort = 65_535;

const portOf = (text: string): number | undefined => {
  if (!/^[0-9]{1,5}$/.test(text)) return undefined;
  const port = Number(text);
  return port >= 1 && port <= highestPort ? port : undefined;
};

const partsOf = ({
  port,
  url,
}: RedirectParams): [string, string | undefined] => {
  if (url === undefined) return ['localhost', port];
  const [, host = '', urlPort] = loopbackUrl.exec(url) ?? [];
  const agree = port === undefined || port === urlPort;
  return [host, agree ? urlPort : undefined];
};

/**
 * The address, made anew from host and port: nothing of what came in is passed on as it was.
 * @returns undefined for anything but `http://<loopback>:<port>/callback`, and when port and URL do not agree.
 */
export const clientRedirect = (params: RedirectParams): string | undefined => {
  const [host, text = ''] = partsOf(params);
  const port = portOf(text);
  return port === undefined ? undefined : `http://${host}:${port}${path}`;
};

/** What a content security policy calls the address's origin; the standard has no notation for IPv6 addresses. */
export const redirectSource = (redirect: string): string => {
  const { hostname, origin } = new URL(redirect);
  return hostname.startsWith('[') ? 'http:' : origin;
};
