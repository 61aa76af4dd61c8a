// An HTTP proxy with tunnels, for the `proxy-url` of a kubeconfig.
import { createServer } from 'node:http';
import { AddressInfo, connect, Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** An HTTP proxy on loopback that supports CONNECT only, optionally with a password. */
export class ConnectProxy {
  /** Targets of all tunnels, including refused ones. */
  readonly tunnels: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((_request, response) => {
    response.writeHead(405).end();
  });

  private constructor(private readonly credentials?: string) {
    this.#server.on('connection', socket => this.#sockets.add(socket));
    this.#server.on('connect', ({ url = '', headers }, client) => {
      this.tunnels.push(url);
      const expected = this.credentials && Buffer.from(this.credentials);
      if (
        expected &&
        headers['proxy-authorization'] !==
          `Basic ${expected.toString('base64')}`
      ) {
        client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const target = new URL(`tcp://${url}`);
      const upstream = connect(Number(target.port), target.hostname, () =>
        client.write('HTTP/1.1 200 Connection established\r\n\r\n'),
      );
      const nothing = () => {};
      pipeline(client, upstream, nothing);
      pipeline(upstream, client, nothing);
    });
  }

  /** @param credentials - `name:password` */
  static async start(credentials?: string): Promise<ConnectProxy> {
    const proxy = new ConnectProxy(credentials);
    await new Promise<void>(resolve => {
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  /** `host:port` */
  get address(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>(resolve => {
      this.#server.close(() => resolve());
    });
  }
}
