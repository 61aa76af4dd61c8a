/** Requests and responses of the in-memory portal. */

/** A recorded request. */
export interface Call {
  method: string;
  path: string;
  query: Record<string, string>;
  body?: unknown;
}

export function jsonResponse(status: number, body?: unknown): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}
