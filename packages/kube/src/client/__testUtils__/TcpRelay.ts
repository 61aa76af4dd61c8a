// A relay in front of an API server that counts connections.
import { AddressInfo, connect, createServer, Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** Passes bytes on to a server on loopback and counts the connections that are open. */
export class TcpRelay {
  readonly #open = new Set<Socket>();
  readonly #server = createServer(socket => this.#relay(socket));
  readonly #target: URL;

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

  /** Connections that clients hold. */
  get open(): number {
    return this.#open.size;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `${this.#target.protocol}//127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise<void>(resolve => {
      this.#server.close(() => resolve());
    });
  }

  #relay(socket: Socket): void {
    this.#open.add(socket);
    socket.on('close', () => this.#open.delete(socket));
    const { hostname, port } = this.#target;
    const upstream = connect(Number(port), hostname);
    const nothing = () => {};
    pipeline(socket, upstream, nothing);
    pipeline(upstream, socket, nothing);
  }
}
