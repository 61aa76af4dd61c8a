import { mockCredentials, mockServices } from '@backstage/backend-test-utils';
import { createKlutchClientFor } from './clientFor';

const credentials = mockCredentials.user('user:default/alice');

it('calls the portal as the person who runs the template, with a token for each request', async () => {
  const fetched = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ items: [] }));
  const auth = mockServices.auth.mock();
  auth.getPluginRequestToken
    .mockResolvedValueOnce({ token: 'first' })
    .mockResolvedValueOnce({ token: 'second' });
  const client = await createKlutchClientFor({
    auth,
    discovery: mockServices.discovery(),
  })(credentials);
  await client.GET('/services');
  await client.GET('/services');
  expect(auth.getPluginRequestToken).toHaveBeenCalledWith({
    onBehalfOf: credentials,
    targetPluginId: 'klutch',
  });
  const requests = fetched.mock.calls.map(([request]) => request as Request);
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(
    Array(2).fill('/api/klutch/services'),
  );
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer first',
    'Bearer second',
  ]);
});
