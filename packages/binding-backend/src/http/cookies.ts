/** The cookies: the browser secret of a pending sign-in, and one cookie for each session. */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { lifetimes } from '../handshake/HandshakeContext';

/** Reads and sets the cookies. */
export interface Cookies {
  browser(request: Request): string | undefined;
  setBrowser(response: Response, secret: string): void;
  session(request: Request, sessionId: string): string | undefined;
  /** The session of the last session cookie in the request. */
  anySession(
    request: Request,
  ): { secret: string; sessionId: string } | undefined;
  setSession(response: Response, sessionId: string, secret: string): void;
  clearSession(response: Response, sessionId: string): void;
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Over https, cookies are `Secure` and have the prefix `__Host-`, so no other host of the domain can set them. Browsers
 * accept neither over plain http, which is used on loopback.
 */
export const createCookies = (externalUrl: string): Cookies => {
  const secure = new URL(externalUrl).protocol === 'https:';
  const prefix = secure ? '__Host-' : '';
  const browserName = `${prefix}klutch-browser`;
  const sessionPrefix = `${prefix}klutch-session-`;
  const sessionName = (sessionId: string) => `${sessionPrefix}${sessionId}`;

  const get = (request: Request, name: string) => {
    const value = parseCookie(request.headers.cookie ?? '')[name];
    return value !== undefined && secretPattern.test(value) ? value : undefined;
  };
  const set = (
    response: Response,
    name: string,
    value: string,
    maxAgeMs: number,
  ) => {
    const cookie = stringifySetCookie({
      name,
      value,
      path: '/',
      httpOnly: true,
      secure,
      sameSite: 'lax',
      maxAge: Math.floor(maxAgeMs / 1_000),
    });
    response.append('Set-Cookie', cookie);
  };

  return {
    browser: request => get(request, browserName),
    setBrowser: (response, secret) =>
      set(response, browserName, secret, lifetimes.signIn),
    session: (request, sessionId) => get(request, sessionName(sessionId)),
    anySession(request) {
      const name = Object.keys(parseCookie(request.headers.cookie ?? ''))
        .filter(cookie => cookie.startsWith(sessionPrefix))
        .at(-1);
      const secret = name && get(request, name);
      return secret
        ? { secret, sessionId: name.slice(sessionPrefix.length) }
        : undefined;
    },
    setSession: (response, sessionId, secret) =>
      set(response, sessionName(sessionId), secret, lifetimes.session),
    clearSession: (response, sessionId) =>
      set(response, sessionName(sessionId), '', 0),
  };
};
