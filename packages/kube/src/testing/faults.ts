// Faults of single requests.
import { ServerResponse } from 'node:http';
import { lineOf, sendHeaders, sendStatus, statusOf } from './wire';

/** How a response is broken off: the connection is reset, ended in order, or stays open without data. */
export type StreamBreak = 'reset' | 'end' | 'silence';

/** The fault of one request. */
export type Fault =
  /** The connection is closed without a response. */
  | { kind: 'reset' }
  /** The connection stays open without a response. */
  | { kind: 'unanswered' }
  /** An error response. */
  | { kind: 'status'; code: number; reason: string; retryAfter?: number }
  /** The response of a proxy without an API server behind it. */
  | { kind: 'html'; code: number }
  /** JSON without the JSON content type, and not from the API server. */
  | { kind: 'wrongType' }
  /** JSON of another shape than requested. */
  | { kind: 'wrongBody' }
  /** Lists only: an empty list without a resource version. */
  | { kind: 'withoutVersion' }
  /** A response that ends inside its JSON; of a stream, a line that is not JSON. */
  | { kind: 'truncated' }
  /** Streams only: accepted, then one ERROR event. */
  | { kind: 'errorEvent'; code: number; reason: string }
  /** A correct response up to some events (of a list: half its bytes), then broken off. */
  | { kind: 'broken'; how: StreamBreak; afterEvents?: number };

/** Faults that replace the whole response. */
type WholeFault = Exclude<Fault, { kind: 'broken' }>;

/** Responds with a fault. */
export function answerWithFault(
  fault: WholeFault,
  isStream: boolean,
  response: ServerResponse,
): void {
  switch (fault.kind) {
    case 'reset':
      response.destroy();
      return;
    case 'unanswered':
      return;
    case 'status':
      sendStatus(
        response,
        statusOf(fault.code, fault.reason),
        fault.retryAfter,
      );
      return;
    case 'html':
      response.writeHead(fault.code, { 'content-type': 'text/html' });
      response.end('<html><body>nothing here</body></html>\n');
      return;
    case 'wrongType':
      sendHeaders(response, 'text/plain');
      response.end('{"hello":"world"}\n');
      return;
    case 'wrongBody':
      sendHeaders(response);
      response.end('{"hello":"world"}\n');
      return;
    case 'withoutVersion':
      sendHeaders(response);
      response.end('{"items":[],"metadata":{}}');
      return;
    case 'truncated':
      sendHeaders(response);
      if (isStream) response.write('{"type":"ADDED","obj\n');
      else response.end('{"items":[{"metadata":{"na');
      return;
    default:
      sendHeaders(response);
      response.end(lineOf('ERROR', statusOf(fault.code, fault.reason)));
  }
}

export function breakOff(response: ServerResponse, how: StreamBreak): void {
  if (how === 'reset') response.destroy();
  else if (how === 'end') response.end();
}
