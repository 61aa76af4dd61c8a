import { createServer, type AddressInfo, type Server } from 'node:net';
import { isPortFree, waitForKeptPort } from './ports';

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
    expect(await isPortFree(port)).toBe(false);
    await expect(
      waitForKeptPort({ name: 'x', dir: '/d', port }, { recovered: false }),
    ).rejects.toThrow(
      new RegExp(
        `Port ${port} belongs to cluster x .* another program listens there.*lsof -i :${port}.*remove /d`,
      ),
    );
  });

  it('is waited for after a crash', async () => {
    const waiting = waitForKeptPort(
      { name: 'x', dir: '/d', port },
      { recovered: true },
    );
    await close();
    await waiting;
    expect(await isPortFree(port)).toBe(true);
  });

  it('is not waited for any longer when the signal is aborted', async () => {
    const stop = new AbortController();
    const waiting = waitForKeptPort(
      { name: 'x', dir: '/d', port },
      { recovered: true, signal: stop.signal },
    );
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
