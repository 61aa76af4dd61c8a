import { createServer, type AddressInfo, type Server } from 'node:net';
import { assertPortFree, isPortFree } from './ports';

describe('the port a cluster keeps', () => {
  let server: Server;
  let port: number;

  beforeEach(async () => {
    server = createServer();
    await new Promise<void>(resolve =>
      server.listen(0, '127.0.0.1', () => resolve()),
    );
    port = (server.address() as AddressInfo).port;
  });

  const close = () => new Promise(resolve => server.close(resolve));
  afterEach(close);

  it('is an error in words when another program has it', async () => {
    const cluster = { name: 'x', dir: '/d', port };
    expect(await isPortFree(port)).toBe(false);
    await expect(assertPortFree(cluster)).rejects.toThrow(
      new RegExp(
        `Port ${port} belongs to cluster x .* another program listens there.*lsof -i :${port}.*remove /d`,
      ),
    );
    await close();
    await expect(assertPortFree(cluster)).resolves.toBeUndefined();
  });
});
