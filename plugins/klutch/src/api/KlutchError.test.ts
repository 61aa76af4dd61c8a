import {
  errorFromResponse,
  toKlutchError,
  KlutchError,
  unwrap,
} from './KlutchError';

describe('KlutchError', () => {
  it('takes sentence and fields from an answer of the portal', () => {
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

  it('keeps an answer that is not the portal’s for the details only', () => {
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
  ])('knows what status %s means', (status, kind) => {
    expect(errorFromResponse(status, '').kind).toBe(kind);
  });

  it('knows a session that could not be renewed from a portal that does not answer', () => {
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

  it('unwraps data and throws everything else', async () => {
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
