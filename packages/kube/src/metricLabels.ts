// Bounds the values of labels: each value is a series that lives as long as the process.

/**
 * Returns a function from a label's value to the one to report. Resource names come from CRDs and reasons from servers,
 * so both are unbounded.
 * @param limit - number of distinct values that are passed through; further ones become `other`
 */
export function boundedLabel(limit: number): (value: string) => string {
  const known = new Set<string>();
  return value => {
    if (known.has(value)) return value;
    if (known.size >= limit) return 'other';
    known.add(value);
    return value;
  };
}

/** Status codes of API servers and of proxies in front of them; 0 means no response. */
const usualCodes = new Set([
  0, 200, 201, 202, 204, 301, 302, 307, 400, 401, 403, 404, 405, 406, 408, 409,
  410, 413, 415, 422, 429, 499, 500, 501, 502, 503, 504,
]);

/** An HTTP status as a label: unusual ones by class, for example `5xx`; `other` for an invalid status. */
export function codeLabel(code: number): string {
  if (usualCodes.has(code)) return String(code);
  return code >= 100 && code < 600 ? `${Math.trunc(code / 100)}xx` : 'other';
}
