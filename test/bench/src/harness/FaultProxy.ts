// What the network between a client and a server does on bad days.
import { once } from 'node:events';
import { AddressInfo, connect, createServer, Server, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Both ends of one connection. */
interface Pair {
  client: Socket;
  server: Socket;
}

/** More than this is not taken from a sender before the receiver has taken some. */
const maxBufferedBytes = 2 ** 20;

/** Until the socket takes more, or nothing any more. */
const writable = (socket: Socket) =>
  new Promise<void>(resolve => {
    const done = () => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });

/** Forwards TCP connections to one server of this machine, unharmed until told otherwise. */
export class FaultProxy {
  readonly #pairs = new Set<Pair>();
  readonly #frozen = new Set<Pair>();
  #delayMs = 0;

  private constructor(
    private readonly listener: Server,
    private readonly target: number,
  ) {
    listener.on('connection', client => this.#accept(client));
  }

  /** @param target - port of the server on 127.0.0.1 */
  static async start(target: number): Promise<FaultProxy> {
    // Each side may end when it likes; the other still gets what is on its way.
    const listener = createServer({ allowHalfOpen: true });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new FaultProxy(listener, target);
  }

  /** Port on 127.0.0.1. */
  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  /** Connections that are forwarded. */
  get connections(): number {
    return this.#pairs.size;
  }

  /** Cuts all connections, with a reset to both ends. */
  reset(): void {
    this.#pairs.forEach(pair => this.#cut(pair));
  }

  /**
   * From now on the connections there are carry nothing, and nobody is told: half-open, as after a firewall forgot them.
   * New ones work. {@link thaw} cuts them.
   */
  freeze(): void {
    for (const pair of this.#pairs) {
      pair.client.pause();
      pair.server.pause();
      this.#frozen.add(pair);
    }
    this.#pairs.clear();
  }

  /** Cuts what is frozen. */
  thaw(): void {
    this.#frozen.forEach(pair => this.#cut(pair));
  }

  /** Bytes arrive this much later, in order. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  async close(): Promise<void> {
    this.listener.close();
    this.thaw();
    this.reset();
    await once(this.listener, 'close');
  }

  #accept(client: Socket): void {
    const server = connect({
      port: this.target,
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    const pair = { client, server };
    this.#pairs.add(pair);
    this.#forward(pair, client, server);
    this.#forward(pair, server, client);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      // A failure of one end is the end of the other, which "close" brings.
      socket.on('error', () => {});
      socket.on('close', () => this.#cut(pair));
    }
  }

  /** In order, each piece as late as was asked for when it came, and no faster than the other side takes it. */
  #forward(pair: Pair, from: Socket, to: Socket): void {
    let sent = Promise.resolve();
    let waiting = 0;
    const inOrder = (bytes: number, send: () => unknown) => {
      const dueAt = performance.now() + this.#delayMs;
      waiting += bytes;
      if (waiting > maxBufferedBytes) from.pause();
      sent = sent.then(async () => {
        const ms = dueAt - performance.now();
        if (ms > 0) await wait(ms);
        waiting -= bytes;
        if (!this.#pairs.has(pair)) return;
        if (send() === false) await writable(to);
        if (waiting <= maxBufferedBytes) from.resume();
      });
    };
    from.on('data', (bytes: Buffer) =>
      inOrder(bytes.length, () => to.write(bytes)),
    );
    from.on('end', () => inOrder(0, () => void to.end()));
  }

  #cut(pair: Pair): void {
    this.#pairs.delete(pair);
    this.#frozen.delete(pair);
    pair.client.resetAndDestroy();
    pair.server.resetAndDestroy();
  }
}
