// What can go wrong with one request.
import { ServerResponse } from 'node:http';
import { lineOf, sendHeaders, sendStatus, statusOf } from './wire';

/** How an answer stops in its middle: the connection is cut, ends in order, or stays open without a word. */
export type StreamBreak = 'reset' | 'end' | 'silence';

/** What happens to one request. */
export type Fault =
  /** The connection is cut without an answer. */
  | { kind: 'reset' }
  /** The connection stays open, and nothing is answered. */
  | { kind: 'unanswered' }
  /** A refusal. */
  | { kind: 'status'; code: number; reason: string; retryAfter?: number }
  /** What a proxy answers when there is no API server behind it. */
  | { kind: 'html'; code: number }
  /** JSON that does not say that it is JSON, and is none of the API server's. */
  | { kind: 'wrongType' }
  /** JSON, but not what was asked for. */
  | { kind: 'wrongBody' }
  /** Lists only: an empty list that does not say at which version. */
  | { kind: 'withoutVersion' }
  /** An answer that ends inside its JSON; of a stream, a line that is not JSON. */
  | { kind: 'truncated' }
  /** Streams only: accepted, then one ERROR event. */
  | { kind: 'errorEvent'; code: number; reason: string }
  /** Accepted, answered as it should be up to some events (of a list: half its bytes), then broken. */
  | { kind: 'broken'; how: StreamBreak; afterEvents?: number };

/** Faults that take the place of the whole answer. */
type WholeFault = Exclude<Fault, { kind: 'broken' }>;

/** Answers with a fault. */
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

/** Stops an answer in its middle. */
export function breakOff(response: ServerResponse, how: StreamBreak): void {
  if (how === 'reset') response.destroy();
  else if (how === 'end') response.end();
}
