import { isExpired, isInvalid, isNotFound } from '../errors';
import { apiErrorFromStatus } from './status';

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
  it('copies the contents of a Status, with the causes', () => {
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

  it('reads the code of an ERROR event from its Status', () => {
    expect(isExpired(apiErrorFromStatus(0, status(410, 'Gone')))).toBe(true);
  });

  it('prefers the Retry-After header to the Status', () => {
    const body = status(429, 'TooManyRequests', { retryAfterSeconds: 3 });
    expect(apiErrorFromStatus(429, body, '7').retryAfterSeconds).toBe(7);
    expect(apiErrorFromStatus(429, body).retryAfterSeconds).toBe(3);
    expect(
      apiErrorFromStatus(503, 'x', 'soon').retryAfterSeconds,
    ).toBeUndefined();
  });

  it('uses the HTTP code, whatever the Status contains', () => {
    const error = apiErrorFromStatus(500, status(404, 'NotFound'));
    expect(isNotFound(error)).toBe(false);
    expect(error.code).toBe(500);
  });

  it.each([-5, 0, Infinity, NaN, '3'])(
    'reads %p as no retry time',
    retryAfterSeconds => {
      const body = status(429, 'TooManyRequests', { retryAfterSeconds });
      expect(apiErrorFromStatus(429, body).retryAfterSeconds).toBeUndefined();
    },
  );

  it('does not quote a body that is no Status', () => {
    const error = apiErrorFromStatus(502, '<html>token=abc</html>');
    expect(error).toMatchObject({ code: 502, reason: 'Unknown', causes: [] });
    expect(error.message).not.toContain('abc');
  });

  it('reports for an unknown path that the CRD may be missing', () => {
    const error = apiErrorFromStatus(404, '404 page not found\n');
    expect(error.message).toContain('Check that its CRD is installed');
    expect(isNotFound(error)).toBe(true);
    expect(error.objectName).toBeUndefined();
  });

  it.each([
    ['Sun, 06 Nov 1994 08:49:47 GMT', 10],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
    ['1994', 1994],
    ['-5', undefined],
    ['1.5', undefined],
    ['1994-11-06', undefined],
    ['yesterday GMT', undefined],
    ['', undefined],
  ])('reads Retry-After: %s as %p seconds', (header, seconds) => {
    const now = Date.parse('1994-11-06T08:49:37Z');
    const error = apiErrorFromStatus(503, 'x', header, now);
    expect(error.retryAfterSeconds).toBe(seconds);
  });

  it.each([
    ['.spec.size', 'spec.size'],
    ['<nil>', undefined],
    ['[]', undefined],
    ['', undefined],
    ['.', '.'],
    ['spec.list[0].name', 'spec.list[0].name'],
  ])('reads the field %j as %j', (written, field) => {
    const causes = [{ field: written, message: 'm' }];
    const error = apiErrorFromStatus(422, status(422, 'Invalid', { causes }));
    expect(error.causes[0]?.field).toBe(field);
  });

  it('finds the fields that a strict server names in its message only', () => {
    const body = {
      ...status(400, 'BadRequest'),
      message:
        'Thing in version "v1" cannot be handled as a Thing: strict decoding error: unknown field "also", unknown field "spec.\\"odd", duplicate field "spec.twice"',
    };
    expect(apiErrorFromStatus(400, body).causes).toEqual([
      {
        field: 'also',
        reason: 'UnknownField',
        message: 'There is no such field.',
      },
      {
        field: 'spec."odd',
        reason: 'UnknownField',
        message: 'There is no such field.',
      },
      {
        field: 'spec.twice',
        reason: 'DuplicateField',
        message: 'The field is duplicated.',
      },
    ]);
  });

  it('reads no field from messages of other refusals', () => {
    const body = {
      ...status(403, 'Forbidden'),
      message: 'denied: unknown field "x"',
    };
    expect(apiErrorFromStatus(403, body).causes).toEqual([]);
  });
});
