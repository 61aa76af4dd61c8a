import {
  apiErrorFromStatus,
  ConnectionError,
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isUnauthorized,
} from './errors';

const status = (code: number, reason: string, details?: object) => ({
  apiVersion: 'v1',
  kind: 'Status',
  status: 'Failure',
  message: `message of ${reason}`,
  reason,
  details,
  code,
});

describe('apiErrorFromStatus', () => {
  it('takes over what a Status says, with the fields it blames', () => {
    const error = apiErrorFromStatus(
      422,
      status(422, 'Invalid', {
        name: 'a',
        causes: [
          {
            field: 'spec.size',
            reason: 'FieldValueInvalid',
            message: 'too big',
          },
          { message: 'and more' },
        ],
      }),
    );
    expect(error).toMatchObject({
      name: 'ApiError',
      code: 422,
      reason: 'Invalid',
      message: 'message of Invalid',
      objectName: 'a',
      causes: [
        { field: 'spec.size', reason: 'FieldValueInvalid', message: 'too big' },
        { message: 'and more' },
      ],
    });
    expect(isInvalid(error)).toBe(true);
  });

  it('takes the code of an ERROR event from its Status', () => {
    expect(isExpired(apiErrorFromStatus(0, status(410, 'Gone')))).toBe(true);
  });

  it('believes the Retry-After header, else the Status', () => {
    const body = status(429, 'TooManyRequests', { retryAfterSeconds: 3 });
    expect(apiErrorFromStatus(429, body, '7').retryAfterSeconds).toBe(7);
    expect(apiErrorFromStatus(429, body).retryAfterSeconds).toBe(3);
    expect(
      apiErrorFromStatus(503, 'x', 'soon').retryAfterSeconds,
    ).toBeUndefined();
  });

  it('does not quote what is no Status', () => {
    const error = apiErrorFromStatus(502, '<html>token=abc</html>');
    expect(error).toMatchObject({ code: 502, reason: 'Unknown', causes: [] });
    expect(error.message).not.toContain('abc');
  });

  it('says of an unknown path that the CRD may be missing', () => {
    const error = apiErrorFromStatus(404, '404 page not found\n');
    expect(error.message).toContain('Check that its CRD is installed');
    expect(isNotFound(error)).toBe(true);
    expect(error.objectName).toBeUndefined();
  });
});

describe('the questions one can ask of an error', () => {
  const questions = {
    isNotFound,
    isConflict,
    isAlreadyExists,
    isForbidden,
    isUnauthorized,
    isInvalid,
    isExpired,
  };
  it.each([
    [404, 'NotFound', ['isNotFound']],
    [409, 'Conflict', ['isConflict']],
    [409, 'AlreadyExists', ['isAlreadyExists']],
    [403, 'Forbidden', ['isForbidden']],
    [401, 'Unauthorized', ['isUnauthorized']],
    [422, 'Invalid', ['isInvalid']],
    [410, 'Expired', ['isExpired']],
    [500, 'InternalError', []],
  ])('%d %s: %j', (code, reason, expected) => {
    const error = apiErrorFromStatus(code, status(code, reason));
    const yes = Object.entries(questions)
      .filter(([, question]) => question(error))
      .map(([name]) => name);
    expect(yes).toEqual(expected);
  });

  it('answer no for errors that are no answer of a server', () => {
    const error = new ConnectionError('m', {
      failure: 'unreachable',
      server: 's',
    });
    for (const question of Object.values(questions)) {
      expect(question(error)).toBe(false);
      expect(question(undefined)).toBe(false);
    }
  });
});
