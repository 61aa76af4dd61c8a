import { parseAddress, startHealthServer } from './healthServer';

describe('parseAddress', () => {
  it.each([
    [':8080', { port: 8080 }],
    ['8080', { port: 8080 }],
    ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
    ['[::1]:80', { host: '::1', port: 80 }],
  ])('reads %s', (text, expected) => {
    expect(parseAddress(text)).toEqual(expected);
  });

  it.each(['', 'localhost', 'localhost:', ':99999', 'a:b:1'])(
    'refuses "%s" in words',
    text => {
      expect(() => parseAddress(text)).toThrow(/no address to listen on/);
    },
  );
});

describe('startHealthServer', () => {
  it('B28: tells alive from ready, on any address', async () => {
    let ready = false;
    const server = await startHealthServer('127.0.0.1:0', () =>
      ready ? { ready } : { ready, waitsFor: 'a CRD' },
    );
    const get = async (path: string) => {
      const response = await fetch(`http://${server.address}${path}`);
      return [response.status, await response.text()];
    };
    try {
      expect(await get('/healthz')).toEqual([200, 'ok\n']);
      expect(await get('/readyz')).toEqual([503, 'a CRD\n']);
      ready = true;
      expect(await get('/readyz')).toEqual([200, 'ok\n']);
      expect((await get('/other'))[0]).toBe(404);
    } finally {
      await server.close();
    }
  });

  it('says in words that the port is taken', async () => {
    const first = await startHealthServer('127.0.0.1:0', () => ({
      ready: true,
    }));
    try {
      await expect(
        startHealthServer(first.address, () => ({ ready: true })),
      ).rejects.toThrow(/cannot listen on .*EADDRINUSE/);
    } finally {
      await first.close();
    }
  });
});
