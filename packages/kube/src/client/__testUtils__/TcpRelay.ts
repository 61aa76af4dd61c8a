// A relay in front of an API server that counts connections, and can drop all data.
import { AddressInfo, connect, createServer, Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';

/** Forwards bytes to a server on loopback and counts the open connections. */
export class TcpRelay {
  readonly #open = new Set<Socket>();
  readonly #server = createServer(socket => this.#relay(socket));
  readonly #target: URL;
  /** Connections on which no data is forwarded any more. */
  readonly #lost = new WeakSet<Socket>();
  #blackholes = false;

  private constructor(target: string) {
    this.#target = new URL(target);
  }

  static async start(target: string): Promise<TcpRelay> {
    const relay = new TcpRelay(target);
    await new Promise<void>(resolve => {
      relay.#server.listen(0, '127.0.0.1', resolve);
    });
    return relay;
  }

  /** Number of client connections. */
  get open(): number {
    return this.#open.size;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `${this.#target.protocol}//127.0.0.1:${port}`;
  }

  /** Keeps connections open, including new ones, but drops everything that is sent on them, for good. */
  blackhole(): void {
    this.#blackholes = true;
    for (const socket of this.#open) this.#lost.add(socket);
  }

  /** Forwards data of new connections; the others stay as they are. */
  forwardNewConnections(): void {
    this.#blackholes = false;
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise<void>(resolve => {
      this.#server.close(() => resolve());
    });
  }

  #relay(socket: Socket): void {
    this.#open.add(socket);
    if (this.#blackholes) this.#lost.add(socket);
    socket.on('close', () => this.#open.delete(socket));
    const { hostname, port } = this.#target;
    const upstream = connect(Number(port), hostname);
    const line = () =>
      new Transform({
        transform: (chunk, _encoding, done) =>
          done(null, this.#lost.has(socket) ? undefined : chunk),
      });
    const nothing = () => {};
    pipeline(socket, line(), upstream, nothing);
    pipeline(upstream, line(), socket, nothing);
  }
}
