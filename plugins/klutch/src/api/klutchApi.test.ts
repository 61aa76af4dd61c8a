import { createKlutchApi } from './klutchApi';

function recorder() {
  const calls: { url: string; init: RequestInit | undefined }[] = [];
  const api = createKlutchApi({
    discoveryApi: {
      getBaseUrl: async plugin => `https://portal.test/api/${plugin}`,
    },
    fetchApi: {
      fetch: async (input, init) => {
        calls.push({ url: String(input), init });
        return new Response('{"items":[],"clusters":[]}');
      },
    },
  });
  return { api, calls };
}

describe('createKlutchApi', () => {
  it('calls the URL from the discovery API, with escaped path parts', async () => {
    const { api, calls } = recorder();
    await api.request('get', '/services/{resource}', {
      params: { path: { resource: 'a/b' } },
    });
    await api.request('get', '/claims', {
      params: { query: { type: 'instance', namespace: 'team a' } },
    });
    expect(calls.map(call => call.url)).toEqual([
      'https://portal.test/api/klutch/services/a%2Fb',
      'https://portal.test/api/klutch/claims?type=instance&namespace=team%20a',
    ]);
    expect(calls[0]?.init).toMatchObject({ method: 'GET', body: undefined });
  });

  it('sends request bodies as text', async () => {
    const { api, calls } = recorder();
    await api.request('post', '/platform/export-templates', {
      body: { resource: 'backups.anynines.com', claims: [] },
    });
    expect(calls[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"resource":"backups.anynines.com","claims":[]}',
    });
    expect(new Headers(calls[0]?.init?.headers).get('content-type')).toBe(
      'application/json',
    );
  });
});
