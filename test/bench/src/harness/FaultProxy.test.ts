import { once } from 'node:events';
import { AddressInfo, connect, createServer, Server, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { FaultProxy } from './FaultProxy';

let server: Server;
let proxy: FaultProxy;

beforeEach(async () => {
  server = createServer(socket => {
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await FaultProxy.start((server.address() as AddressInfo).port);
});

afterEach(async () => {
  await proxy.close();
  server.close();
});

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends a text and resolves with as many bytes as come back. */
async function echo(socket: Socket, text: string): Promise<string> {
  let answer = '';
  socket.on('data', bytes => (answer += bytes.toString()));
  socket.write(text);
  while (answer.length < text.length) await once(socket, 'data');
  socket.removeAllListeners('data');
  return answer;
}

describe('FaultProxy', () => {
  it('forwards both ways, also what is large', async () => {
    const socket = await open();
    const text = 'klutch '.repeat(700_000);
    expect((await echo(socket, text)) === text).toBe(true);
    socket.end();
    await once(socket, 'close');
  });

  it('cuts all connections with a reset, and takes new ones', async () => {
    const socket = await open();
    await echo(socket, 'before');
    const failed = once(socket, 'error');
    proxy.reset();
    expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
    expect(await echo(await open(), 'after')).toBe('after');
  });

  it('freezes what is there until it thaws, and takes new ones', async () => {
    const socket = await open();
    await echo(socket, 'before');
    proxy.freeze();
    let heard = 0;
    socket.on('data', () => (heard += 1));
    socket.write('lost');
    expect(await echo(await open(), 'new')).toBe('new');
    expect(heard).toBe(0);
    expect(socket.destroyed).toBe(false);
    const failed = once(socket, 'error');
    proxy.thaw();
    expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  it('delays, both ways', async () => {
    const socket = await open();
    proxy.delay(40);
    const started = performance.now();
    expect(await echo(socket, 'slow')).toBe('slow');
    expect(performance.now() - started).toBeGreaterThan(75);
  });

  it('keeps the order when the delay ends', async () => {
    const socket = await open();
    await echo(socket, 'connected');
    proxy.delay(60);
    let answer = '';
    socket.on('data', bytes => (answer += bytes.toString()));
    socket.write('slow, ');
    // Usually the proxy has received the bytes by then; the order must hold in any case.
    await wait(20);
    proxy.delay(0);
    socket.write('fast');
    while (answer.length < 'slow, fast'.length) await once(socket, 'data');
    expect(answer).toBe('slow, fast');
  });

  it('forgets a connection that one side ended', async () => {
    const socket = await open();
    await echo(socket, 'a');
    expect(proxy.connections).toBe(1);
    socket.destroy();
    while (proxy.connections > 0) await wait(1);
  });
});
