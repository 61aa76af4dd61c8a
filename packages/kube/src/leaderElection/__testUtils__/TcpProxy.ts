// A TCP proxy that fails on demand.
import { connect, createServer, Server, Socket } from 'node:net';
import { AddressInfo } from 'node:net';

export class TcpProxy {
  readonly #sockets = new Set<Socket>();
  #mode: 'open' | 'cut' | 'silent' = 'open';

  private constructor(
    private readonly server: Server,
    target: URL,
  ) {
    server.on('connection', near => {
      if (this.#mode === 'cut') {
        near.destroy();
        return;
      }
      const far = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => undefined);
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
        from.on('data', bytes => {
          if (this.#mode === 'open') to.write(bytes);
        });
      }
    });
  }

  static async start(target: string): Promise<TcpProxy> {
    const server = createServer();
    await new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new TcpProxy(server, new URL(target));
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `https://127.0.0.1:${port}`;
  }

  /** Closes all connections and refuses new ones. */
  cut(): void {
    this.#mode = 'cut';
    this.#sockets.forEach(socket => socket.destroy());
  }

  /** Keeps connections open without forwarding anything. */
  silence(): void {
    this.#mode = 'silent';
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise<void>(resolve => {
      this.server.close(() => resolve());
    });
  }
}
