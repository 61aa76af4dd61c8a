/** A TCP proxy in front of a cluster, with which a test simulates network faults. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a server. */
export interface TcpProxy {
  /** URL of the proxy in place of the server's. */
  url: string;
  /** Closes all connections and refuses new ones. */
  disable(): Promise<void>;
  /** Closes all connections; new ones are accepted. */
  resetConnections(): void;
  /** Keeps all connections, accepts new ones and forwards nothing, as a hanging server does. */
  stall(): void;
  /** Forwards connections again. */
  enable(): Promise<void>;
}

/** Creates a proxy to a server on this machine; initially disabled. */
export async function startTcpProxy(server: string): Promise<TcpProxy> {
  const target = new URL(server);
  const sockets = new Set<Socket>();
  const pairs = new Set<[Socket, Socket]>();
  let isStalled = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const listener = createServer(downstream => {
    const upstream = connect(Number(target.port), target.hostname);
    keep(downstream);
    keep(upstream);
    const pair: [Socket, Socket] = [downstream, upstream];
    pairs.add(pair);
    downstream.on('close', () => pairs.delete(pair));
    if (!isStalled) downstream.pipe(upstream).pipe(downstream);
  });
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    return (listener.address() as AddressInfo).port;
  };
  const resetConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const disable = async () => {
    if (!listener.listening) return;
    listener.close();
    resetConnections();
    await once(listener, 'close');
  };
  const port = await listen(0);
  await disable();
  return {
    url: `https://127.0.0.1:${port}`,
    disable,
    resetConnections,
    stall() {
      isStalled = true;
      for (const [downstream, upstream] of pairs) {
        downstream.unpipe(upstream);
        upstream.unpipe(downstream);
      }
    },
    async enable() {
      if (isStalled) {
        isStalled = false;
        for (const [downstream, upstream] of pairs)
          downstream.pipe(upstream).pipe(downstream);
      }
      if (!listener.listening) await listen(port);
    },
  };
}
