/** Same-origin check of forms by request headers, in addition to the session's CSRF token. Pure. */

/** Request headers with the origin of a request. */
export interface RequestOrigin {
  /** `Origin`. */
  origin?: string;
  /** `Sec-Fetch-Site`. */
  fetchSite?: string;
}

/** Requests without these headers pass, because the CSRF token is checked as well. */
export const isSameOriginRequest = (
  { origin, fetchSite }: RequestOrigin,
  externalUrl: string,
): boolean =>
  (fetchSite === undefined || fetchSite === 'same-origin') &&
  (origin === undefined || origin === new URL(externalUrl).origin);
