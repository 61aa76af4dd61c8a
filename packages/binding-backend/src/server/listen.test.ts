import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { listen, type ListeningServer, type ListenOptions } from './listen';

const address = { listen: '127.0.0.1:0' };
const open: ListeningServer[] = [];
const serve = async (where = address, options?: ListenOptions) => {
  const server = await listen(
    where,
    (request, response) => request.resume().once('end', () => response.end()),
    options,
  );
  open.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map(server => server.close()));
});

it('serves until it is closed', async () => {
  const server = await listen(address, (_, response) => response.end('here'));
  const url = `http://127.0.0.1:${server.port}`;
  expect(await (await fetch(url)).text()).toBe('here');
  await server.close();
  await expect(fetch(url)).rejects.toThrow();
});

it('throws when it cannot listen (B12a)', async () => {
  const { port } = await serve();
  await expect(serve({ listen: `127.0.0.1:${port}` })).rejects.toThrow(
    /cannot listen on .*EADDRINUSE.* Choose another address/,
  );
});

it('throws when certificate or key are invalid (B12a)', async () => {
  const tls = { certFile: '/nowhere.crt', keyFile: '/nowhere.key' };
  const listening = listen({ ...address, tls }, () => undefined);
  await expect(listening).rejects.toThrow('handshake.tls is invalid');
});

describe('a request', () => {
  const limits = {
    headersTimeout: 50,
    requestTimeout: 100,
    connectionsCheckingInterval: 20,
    maxHeaderSize: 1024,
  };
  const begin = 'POST / HTTP/1.1\r\nHost: here\r\n';

  it.each([
    ['whose header does not end', begin, '408'],
    ['whose body does not end', `${begin}Content-Length: 2\r\n\r\n1`, '408'],
    [
      'whose header is too large',
      `${begin}X: ${'x'.repeat(2048)}\r\n\r\n`,
      '431',
    ],
  ])('%s is ended (B12a)', async (_, sent, status) => {
    const { port } = await serve(address, { limits });
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(sent);
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});
