import {
  errorFromResponse,
  toKlutchError,
  KlutchError,
  unwrap,
} from './KlutchError';

describe('KlutchError', () => {
  it('takes message and rejected fields from an error response of the portal', () => {
    const body = {
      error: {
        name: 'InputError',
        message: 'The order is not valid.',
        causes: [{ field: 'spec.plan', message: 'No such plan.' }],
      },
    };
    expect(errorFromResponse(422, body)).toMatchObject({
      kind: 'invalid',
      status: 422,
      message: 'The order is not valid.',
      causes: [{ field: 'spec.plan', message: 'No such plan.' }],
    });
  });

  it('keeps a response that is not from the portal only as raw details', () => {
    const error = errorFromResponse(502, '<html>Bad gateway</html>');
    expect(error.kind).toBe('unreachable');
    expect(error.message).not.toContain('html');
    expect(error.raw).toContain('Bad gateway');
  });

  it.each([
    [401, 'expired'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [409, 'conflict'],
    [500, 'other'],
    [503, 'unreachable'],
  ])('maps status %s to its kind', (status, kind) => {
    expect(errorFromResponse(status, '').kind).toBe(kind);
  });

  it('distinguishes an expired session from an unreachable portal', () => {
    const rejected = Object.assign(new Error('Login failed'), {
      name: 'RejectedError',
    });
    expect(toKlutchError(rejected).kind).toBe('expired');
    expect(
      toKlutchError(Object.assign(new Error('401'), { statusCode: 401 })).kind,
    ).toBe('expired');
    expect(toKlutchError(new TypeError('Failed to fetch')).kind).toBe(
      'unreachable',
    );
    expect(toKlutchError(new SyntaxError('Unexpected token')).kind).toBe(
      'other',
    );
  });

  it('returns data and throws a KlutchError otherwise', async () => {
    const ok = new Response('{}', { status: 200 });
    await expect(
      unwrap(Promise.resolve({ data: 'data', response: ok })),
    ).resolves.toBe('data');
    const refused = new Response('', { status: 403 });
    await expect(
      unwrap(Promise.resolve({ error: '', response: refused })),
    ).rejects.toBeInstanceOf(KlutchError);
  });
});
