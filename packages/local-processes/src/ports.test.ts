import { createServer, type AddressInfo, type Server } from 'node:net';
import { isPortFree, pickPort } from './ports';

describe('a port', () => {
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

  it('is free when no server listens', async () => {
    expect(await isPortFree(port)).toBe(false);
    await close();
    expect(await isPortFree(port)).toBe(true);
  });

  it('that cannot be tried is an error', async () => {
    await expect(isPortFree(port, '192.0.2.1')).rejects.toThrow(
      'EADDRNOTAVAIL',
    );
  });

  it('is the preferred one when free, also when picked before', async () => {
    const other = await pickPort({ preferred: port });
    expect(other).not.toBe(port);
    // Where no connection gets its port.
    expect(other).toBeGreaterThanOrEqual(20_000);
    expect(other).toBeLessThan(30_000);
    expect(await pickPort({ preferred: other, exclude: [other] })).toBe(other);
  });
});
