/**
 * A proxy in front of an API server whose connections tests cut or stall, like
 * a network partition of one side.
 */
import {
  connect as connectTo,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { loadKubeConfig } from '@klutch/kube';
import { connect, type Connect } from '../../access/connect';

/**
 * `up`: bytes pass. `down`: connections break and new ones are refused.
 * `stalled`: connections stay open and nothing arrives; data sent meanwhile
 * arrives when the link is up again.
 */
export type LinkState = 'up' | 'down' | 'stalled';

/** Forwards bytes to a server on loopback. */
export class TcpProxy {
  /** Connections that were refused since the link is down. */
  refused = 0;
  private linkState: LinkState = 'up';
  private readonly open = new Set<Socket>();
  private readonly server: Server;

  private constructor(private readonly target: URL) {
    this.server = createServer(socket => this.forward(socket));
  }

  /** @param target - URL of the server. */
  static async to(target: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(target));
    await new Promise<void>(resolve => {
      proxy.server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  /** Replaces the server's URL. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `${this.target.protocol}//127.0.0.1:${port}`;
  }

  /** Sets the state of the link from now on. */
  setLinkState(linkState: LinkState): void {
    this.linkState = linkState;
    this.refused = 0;
    for (const socket of this.open) {
      if (linkState === 'down') socket.destroy();
      if (linkState === 'stalled') socket.pause();
      if (linkState === 'up') socket.resume();
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    await new Promise<void>(resolve => {
      this.server.close(() => resolve());
    });
  }

  private forward(socket: Socket): void {
    if (this.linkState === 'down') {
      this.refused += 1;
      socket.destroy();
      return;
    }
    const { hostname, port } = this.target;
    const upstream = connectTo(Number(port), hostname);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      this.open.add(from);
      from.on('data', chunk => to.write(chunk));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.open.delete(from);
        to.destroy();
      });
      if (this.linkState === 'stalled') from.pause();
    }
  }
}

/** Creates clients that reach these servers through their proxies. */
export const viaProxies =
  (proxies: ReadonlyMap<string, TcpProxy>): Connect =>
  (kubeConfig, options) => {
    let yaml = kubeConfig.exportConfig();
    for (const [server, proxy] of proxies) {
      yaml = yaml.replaceAll(server, proxy.url);
    }
    return connect(loadKubeConfig(yaml), options);
  };
