import { listen, type ListeningServer } from './listen';

const address = { listen: '127.0.0.1:0' };
const open: ListeningServer[] = [];
const serve = async (where = address) => {
  const server = await listen(where, (_, response) => response.end('here'));
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

it('says when it cannot listen, and swallows nothing (B12a)', async () => {
  const { port } = await serve();
  await expect(serve({ listen: `127.0.0.1:${port}` })).rejects.toThrow(
    /cannot listen on .*EADDRINUSE.* Choose another address/,
  );
});

it('says when certificate and key are of no use (B12a)', async () => {
  const tls = { certFile: '/nowhere.crt', keyFile: '/nowhere.key' };
  const listening = listen({ ...address, tls }, () => undefined);
  await expect(listening).rejects.toThrow('handshake.tls cannot be used');
});
