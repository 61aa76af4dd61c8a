/** The way to a cluster, which a test can cut and mend. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server. */
export interface Network {
  /** Where the server seems to be. */
  url: string;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Breaks all connections; new ones are let through. */
  breakOff(): void;
  /** Keeps all connections, takes new ones, and lets nothing through: as a server that hangs. */
  fallSilent(): void;
  /** Lets connections through again. */
  mend(): Promise<void>;
}

/** Makes a way to a server on this machine; it is cut at first. */
export async function startNetwork(server: string): Promise<Network> {
  const target = new URL(server);
  const sockets = new Set<Socket>();
  const pairs = new Set<[Socket, Socket]>();
  let isSilent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const listener = createServer(near => {
    const far = connect(Number(target.port), target.hostname);
    keep(near);
    keep(far);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.on('close', () => pairs.delete(pair));
    if (!isSilent) near.pipe(far).pipe(near);
  });
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    return (listener.address() as AddressInfo).port;
  };
  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = async () => {
    if (!listener.listening) return;
    listener.close();
    breakOff();
    await once(listener, 'close');
  };
  const port = await listen(0);
  await cut();
  return {
    url: `https://127.0.0.1:${port}`,
    cut,
    breakOff,
    fallSilent() {
      isSilent = true;
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
      }
    },
    async mend() {
      if (isSilent) {
        isSilent = false;
        for (const [near, far] of pairs) near.pipe(far).pipe(near);
      }
      if (!listener.listening) await listen(port);
    },
  };
}
