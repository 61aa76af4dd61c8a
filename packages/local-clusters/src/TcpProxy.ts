// A TCP proxy in front of a server on this machine, with which tests and benches inject network faults.
import { once } from 'node:events';
import { AddressInfo, connect, createServer, Server, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * `up`: bytes pass. `down`: connections are reset and new ones are refused. `stalled`: connections stay open and
 * nothing arrives; data sent meanwhile arrives when the link is up again.
 */
export type LinkState = 'up' | 'down' | 'stalled';

/** Both sockets of one forwarded connection. */
interface Pair {
  client: Socket;
  server: Socket;
}

/** Largest amount of data buffered for a slow receiver. */
const maxBufferedBytes = 2 ** 20;

/** Resolves when the socket accepts more data or is closed. */
const writable = (socket: Socket) =>
  new Promise<void>(resolve => {
    const done = () => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });

/** Forwards TCP connections to one server, without faults by default. */
export class TcpProxy {
  readonly #pairs = new Set<Pair>();
  readonly #frozen = new Set<Pair>();
  #delayMs = 0;
  #linkState: LinkState = 'up';
  #refused = 0;

  private constructor(
    private readonly listener: Server,
    private readonly target: URL,
  ) {
    listener.on('connection', client => this.#accept(client));
  }

  /** @param target - URL of the server, on loopback */
  static async start(target: string): Promise<TcpProxy> {
    // A side may end its connection while the other still receives data.
    const listener = createServer({ allowHalfOpen: true });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new TcpProxy(listener, new URL(target));
  }

  /** URL to use in place of the server's. */
  get url(): string {
    return `${this.target.protocol}//127.0.0.1:${this.port}`;
  }

  /** Port on 127.0.0.1. */
  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  /** Number of forwarded connections. */
  get connections(): number {
    return this.#pairs.size;
  }

  /** Number of connections that were refused since the link is down. */
  get refused(): number {
    return this.#refused;
  }

  /** Sets the state of all connections, present and new, except of frozen ones. */
  setLinkState(linkState: LinkState): void {
    this.#linkState = linkState;
    this.#refused = 0;
    if (linkState === 'down') this.reset();
    for (const { client, server } of this.#pairs) {
      for (const socket of [client, server]) {
        if (linkState === 'stalled') socket.pause();
        else socket.resume();
      }
    }
  }

  /** Resets all connections at both ends; new ones work. */
  reset(): void {
    this.#pairs.forEach(pair => this.#cut(pair));
  }

  /**
   * Stops forwarding on the present connections without closing them (half-open), as after a firewall dropped their
   * state. New connections work. {@link thaw} resets the frozen ones.
   */
  freeze(): void {
    for (const pair of this.#pairs) {
      pair.client.pause();
      pair.server.pause();
      this.#frozen.add(pair);
    }
    this.#pairs.clear();
  }

  /** Resets the frozen connections. */
  thaw(): void {
    this.#frozen.forEach(pair => this.#cut(pair));
  }

  /** Delays bytes by this time, in order. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Resets all connections and accepts no more. */
  async stop(): Promise<void> {
    this.listener.close();
    this.thaw();
    this.reset();
    await once(this.listener, 'close');
  }

  #accept(client: Socket): void {
    if (this.#linkState === 'down') {
      this.#refused += 1;
      client.destroy();
      return;
    }
    const server = connect({
      port: Number(this.target.port),
      host: this.target.hostname,
      allowHalfOpen: true,
    });
    const pair = { client, server };
    this.#pairs.add(pair);
    this.#forward(pair, client, server);
    this.#forward(pair, server, client);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      // An error of one socket ends in "close", which closes the other one.
      socket.on('error', () => {});
      socket.on('close', () => this.#cut(pair));
      if (this.#linkState === 'stalled') socket.pause();
    }
  }

  /**
   * Forwards chunks in order, each with the delay that was set when it arrived, and no faster than the receiver
   * accepts.
   */
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
        const mayRead = this.#linkState === 'up' && this.#pairs.has(pair);
        if (mayRead && waiting <= maxBufferedBytes) from.resume();
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
