import { createServer, type AddressInfo, type Server } from 'node:net';
import { processFailure } from '@klutch/local-processes';
import { assertPortFree, withFreePort } from './ports';

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

  it('is reported when another program uses it', async () => {
    const cluster = { name: 'x', dir: '/d', port };
    await expect(assertPortFree(cluster)).rejects.toThrow(
      new RegExp(
        `Port ${port} belongs to cluster x .* another program listens there.*lsof -i :${port}.*remove /d`,
      ),
    );
    await close();
    await expect(assertPortFree(cluster)).resolves.toBeUndefined();
  });
});

describe('a free port', () => {
  const exit = {
    name: 'x',
    code: 1,
    signal: null,
    expected: false,
    logFile: '/x.log',
  };
  const taken = processFailure({
    ...exit,
    lastLines: ['listen tcp 127.0.0.1:1: bind: address already in use'],
  });

  it('is another one when the first was taken meanwhile', async () => {
    const ports = [1, 2, 3];
    const started = await withFreePort(
      async port => {
        if (port < 3) throw taken;
        return port;
      },
      async () => ports.shift() ?? 0,
    );
    expect(started).toBe(3);
  });

  it('fails after some attempts, and at once for other errors', async () => {
    const start = jest.fn().mockRejectedValue(taken);
    await expect(withFreePort(start)).rejects.toBe(taken);
    expect(start).toHaveBeenCalledTimes(3);

    const other = processFailure({ ...exit, lastLines: ['unknown flag'] });
    const fail = jest.fn().mockRejectedValue(other);
    await expect(withFreePort(fail)).rejects.toBe(other);
    expect(fail).toHaveBeenCalledTimes(1);
  });
});
