import { unwrap } from './portalErrors';

const failed = (status: number, error: unknown) =>
  unwrap(Promise.resolve({ error, response: new Response('', { status }) }));

it.each([
  [400, 'InputError'],
  [403, 'NotAllowedError'],
  [404, 'NotFoundError'],
  [409, 'ConflictError'],
  [422, 'InputError'],
  [500, 'Error'],
  [503, 'ServiceUnavailableError'],
])('maps status %i to %s', async (status, name) => {
  const body = { error: { name: 'x', message: 'A sentence.' } };
  await expect(failed(status, body)).rejects.toMatchObject({
    name,
    message: 'A sentence.',
    stack: `${name}: A sentence.`,
  });
});

it('names the status of a response that is not from the portal', async () => {
  await expect(failed(502, '<html>Bad gateway</html>')).rejects.toMatchObject({
    name: 'ServiceUnavailableError',
    message: 'The portal returned status 502.',
  });
});

it('says that the portal does not respond', async () => {
  await expect(
    unwrap(Promise.reject(new TypeError('fetch failed'))),
  ).rejects.toMatchObject({
    name: 'ServiceUnavailableError',
    message: "The portal's backend does not respond. Try again in a moment.",
  });
});

it('says what to do when the session in Backstage has ended during a task', async () => {
  const body = { error: { name: 'x', message: 'Invalid plugin token' } };
  await expect(failed(401, body)).rejects.toMatchObject({
    name: 'AuthenticationError',
    message:
      'The session in which the task was started has ended. Retry the task.',
  });
});
