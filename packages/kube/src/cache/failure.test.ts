import { ApiError, ConnectionError } from '../errors';
import { classifyFailure, InitialEventsEndMissing } from './failure';

const api = (code: number, reason: string) =>
  new ApiError({ code, reason, message: 'm' });
const connection = (failure: ConnectionError['failure']) =>
  new ConnectionError('m', { failure, server: 's' });

/** The error of an API server whose newest version is older than the requested one. */
const tooLarge = new ApiError({
  code: 504,
  reason: 'Timeout',
  message: 'Timeout: Too large resource version: 999, current: 223',
  causes: [
    {
      reason: 'ResourceVersionTooLarge',
      message: 'Too large resource version',
    },
  ],
  retryAfterSeconds: 1,
});

describe('classifyFailure', () => {
  it.each([
    ['expired', 'Gone', api(410, 'Gone')],
    ['expired', 'Expired', api(410, 'Expired')],
    ['expired', 'ResourceVersionTooLarge', tooLarge],
    ['unauthorized', 'Unauthorized', api(401, 'Unauthorized')],
    ['forbidden', 'Forbidden', api(403, 'Forbidden')],
    ['absent', 'NotFound', api(404, 'Unknown')],
    ['busy', 'TooManyRequests', api(429, 'TooManyRequests')],
    ['busy', 'ServiceUnavailable', api(503, 'ServiceUnavailable')],
    ['busy', 'HTTP 503', api(503, 'Unknown')],
    ['refused', 'HTTP 500', api(500, 'whatever a server says')],
    ['refused', 'HTTP other', api(7_000, 'Unknown')],
    ['refused', 'InternalError', api(500, 'InternalError')],
    ['refused', 'Timeout', api(504, 'Timeout')],
    ['refused', 'BadRequest', api(400, 'BadRequest')],
    ['garbled', 'garbled', connection('garbled')],
    ['unreachable', 'unreachable', connection('unreachable')],
    ['unreachable', 'timeout', connection('timeout')],
    ['garbled', 'error', new TypeError('x')],
    ['unstreamable', 'no-initial-events-end', new InitialEventsEndMissing()],
  ])('%s, %s', (kind, reason, error) => {
    expect(classifyFailure(error)).toMatchObject({ kind, reason });
  });

  it('converts Retry-After to milliseconds', () => {
    expect(classifyFailure(tooLarge)).toMatchObject({ retryAfterMs: 1000 });
  });

  const asked = { listing: true, opened: false, receivedEvent: false };
  const begun = { listing: true, opened: true, receivedEvent: true };

  it.each([400, 405, 406, 415, 422, 501])(
    'classifies %i to a streaming list as missing support',
    code => {
      const error = api(code, 'x');
      expect(classifyFailure(error, asked).kind).toBe('unstreamable');
      expect(classifyFailure(error).kind).toBe('refused');
    },
  );

  it.each([401, 403, 404, 429, 503])(
    'classifies %i to a streaming list as for any other request',
    code => {
      const error = api(code, 'x');
      expect(classifyFailure(error, asked)).toEqual(classifyFailure(error));
    },
  );

  it.each([
    ['a connection that was cut', connection('unreachable')],
    ['something that cannot be read', connection('garbled')],
    ['silence', connection('timeout')],
    ['500', api(500, 'InternalError')],
    ['410', api(410, 'Expired')],
    ['504', tooLarge],
  ])(
    'classifies a streaming list that was broken off by %s as unfinished',
    (_name, error) => {
      expect(classifyFailure(error, begun).kind).toBe('unfinished');
    },
  );

  it('treats a missing response to a streaming list as a buffering proxy', () => {
    const silent = connection('timeout');
    expect(classifyFailure(silent, asked).kind).toBe('unfinished');
    const dead = connection('unreachable');
    expect(classifyFailure(dead, asked).kind).toBe('unreachable');
  });

  it('distinguishes a watch that never received an event from one that became silent', () => {
    const error = connection('timeout');
    const watch = { listing: false, opened: true, receivedEvent: false };
    expect(classifyFailure(error, watch).kind).toBe('mute');
    const spoke = { ...watch, receivedEvent: true };
    expect(classifyFailure(error, spoke).kind).toBe('unreachable');
    const shut = { ...watch, opened: false };
    expect(classifyFailure(error, shut).kind).toBe('unreachable');
  });
});
