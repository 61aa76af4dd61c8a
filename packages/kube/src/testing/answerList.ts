// Lists of the fault-injecting API server: pages of one point in time.
import { ServerResponse } from 'node:http';
import { StreamBreak, breakOff } from './faults';
import { NoteHistory } from './NoteHistory';
import { listBody, sendHeaders, sendStatus, statusOf } from './wire';

const tooLarge = statusOf(504, 'Timeout', {
  causes: [{ reason: 'ResourceVersionTooLarge', message: 'too large' }],
});

/** Writes half of the response. */
function answerHalf(
  response: ServerResponse,
  body: string,
  how: StreamBreak,
): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  });
  response.write(body.slice(0, body.length / 2));
  // A client sees an early end of the body as a cut connection.
  breakOff(response, how === 'end' ? 'reset' : how);
}

/** Responds to a list request or one for a further page; `how` breaks the response in its middle. */
export function answerList(
  history: NoteHistory,
  query: URLSearchParams,
  response: ServerResponse,
  how?: StreamBreak,
): void {
  if (Number(query.get('resourceVersion')) > history.version) {
    sendStatus(response, tooLarge, 1);
    return;
  }
  const [version, offset] = (query.get('continue') ?? `${history.version}:0`)
    .split(':')
    .map(Number) as [number, number];
  if (version < history.oldest) {
    sendStatus(response, statusOf(410, 'Expired'));
    return;
  }
  const limit = Number(query.get('limit')) || Infinity;
  const all = history.snapshot(version);
  const items = all.slice(offset, offset + limit);
  const next = offset + items.length;
  const token = next < all.length ? `${version}:${next}` : undefined;
  const body = listBody(items, version, token);
  if (how) {
    answerHalf(response, body, how);
    return;
  }
  sendHeaders(response);
  response.end(body);
}
