// Labels that stay few, whatever comes: each value of a label is a series that lives as long as the process.

/**
 * Lets the first so many different values through; all further ones share `other`. Names of resources come from CRDs
 * and reasons from servers, which are not ours.
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

/** What API servers and what stands before them answer; 0 is no answer. */
const usualCodes = new Set([
  0, 200, 201, 202, 204, 301, 302, 307, 400, 401, 403, 404, 405, 406, 408, 409,
  410, 413, 415, 422, 429, 499, 500, 501, 502, 503, 504,
]);

/** An HTTP status as a label: unusual ones by their class, for example `5xx`; `other` for what is none. */
export function codeLabel(code: number): string {
  if (usualCodes.has(code)) return String(code);
  return code >= 100 && code < 600 ? `${Math.trunc(code / 100)}xx` : 'other';
}
