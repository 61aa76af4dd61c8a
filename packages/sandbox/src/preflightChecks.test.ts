import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import { checkPort, checkDiskSpace } from './preflightChecks';

describe('what stops a start', () => {
  it('names a port in use and the flag to change it', async () => {
    const server = createServer().listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(checkPort(port, '--port')).rejects.toThrow(
      `Port ${port} is in use. Stop the program that listens there, or choose another port with --port <port>.`,
    );
    server.close();
    await once(server, 'close');
    await expect(checkPort(port, '--port')).resolves.toBeUndefined();
  });

  it('reports the missing space on a full disk', async () => {
    await expect(checkDiskSpace(tmpdir(), 5 * 1024 ** 2)).rejects.toThrow(
      /Only 5 MiB are free .* needs 1024 MiB/,
    );
    await expect(checkDiskSpace(tmpdir())).resolves.toBeUndefined();
  });
});
