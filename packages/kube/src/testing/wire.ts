// Responses of the fault-injecting API server, in the format of a real one.
import { ServerResponse } from 'node:http';
import { Note } from './notes';

/** A failure as a `Status`. */
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

/** A bookmark. `end`: all initial objects have been sent. */
export const bookmarkLine = (version: number, end: boolean): Buffer =>
  lineOf('BOOKMARK', {
    apiVersion: 'testing.example/v1',
    kind: 'Note',
    metadata: {
      resourceVersion: String(version),
      ...(end && { annotations: { 'k8s.io/initial-events-end': 'true' } }),
    },
  });

/** A page of a list. Items have no type, as in lists of built-in resources. */
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

/** Sends the headers, and no body yet. */
export function sendHeaders(
  response: ServerResponse,
  type = 'application/json',
) {
  response.writeHead(200, { 'content-type': type });
  response.flushHeaders();
}

/** Responds with a `Status`. */
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
