/** The way to a cluster, which a test can cut and mend. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server. */
export interface TcpProxy {
  /** Where the server seems to be. */
  url: string;
  /** Breaks all connections and refuses new ones. */
  disable(): Promise<void>;
  /** Breaks all connections; new ones are let through. */
  resetConnections(): void;
  /** Keeps all connections, takes new ones, and lets nothing through: as a server that hangs. */
  stall(): void;
  /** Lets connections through again. */
  enable(): Promise<void>;
}

/** Makes a way to a server on this machine; it is cut at first. */
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
