// What the fault-injecting API server writes, in the forms of a real one.
import { ServerResponse } from 'node:http';
import { Note } from './notes';

/** A failure in the server's words. */
export const statusOf = (
  code: number,
  reason: string,
  details: object = {},
) => ({
  apiVersion: 'v1',
  kind: 'Status',
  status: 'Failure',
  code,
  reason,
  message: `${reason}, as asked for by the test`,
  details,
});

/** One line of a stream. */
export const lineOf = (type: string, object: object): Buffer =>
  Buffer.from(`${JSON.stringify({ type, object })}\n`);

/** How far the server is. `end`: everything that there was has been sent. */
export const bookmarkLine = (version: number, end: boolean): Buffer =>
  lineOf('BOOKMARK', {
    apiVersion: 'testing.example/v1',
    kind: 'Note',
    metadata: {
      resourceVersion: String(version),
      ...(end && { annotations: { 'k8s.io/initial-events-end': 'true' } }),
    },
  });

/** A page of a list. Built-in resources come without type in lists, so these do. */
export const listBody = (
  items: Note[],
  version: number,
  continueToken?: string,
): string =>
  JSON.stringify({
    apiVersion: 'testing.example/v1',
    kind: 'NoteList',
    metadata: {
      resourceVersion: String(version),
      ...(continueToken && { continue: continueToken }),
    },
    items: items.map(({ metadata, text }) => ({ metadata, text })),
  });

/** Accepts, and says nothing yet. */
export function sendHeaders(
  response: ServerResponse,
  type = 'application/json',
) {
  response.writeHead(200, { 'content-type': type });
  response.flushHeaders();
}

/** Refuses with a `Status`. */
export function sendStatus(
  response: ServerResponse,
  status: ReturnType<typeof statusOf>,
  retryAfter?: number,
) {
  response.writeHead(status.code, {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  });
  response.end(JSON.stringify(status));
}
