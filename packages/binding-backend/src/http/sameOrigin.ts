/** Whether a form came from our own page, as the browser tells; pure. Forms carry the session's token besides. */

/** What browsers say about where a request comes from. */
export interface RequestOrigin {
  /** `Origin`. */
  origin?: string;
  /** `Sec-Fetch-Site`. */
  fetchSite?: string;
}

/** Browsers that say nothing of it are let through: the token decides about them. */
export const isSameOriginRequest = (
  { origin, fetchSite }: RequestOrigin,
  externalUrl: string,
): boolean =>
  (fetchSite === undefined || fetchSite === 'same-origin') &&
  (origin === undefined || origin === new URL(externalUrl).origin);
