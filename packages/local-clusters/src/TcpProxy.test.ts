import { once } from 'node:events';
import { AddressInfo, connect, createServer, Server, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { TcpProxy } from './TcpProxy';

let server: Server;
let proxy: TcpProxy;

beforeEach(async () => {
  server = createServer(socket => {
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  proxy = await TcpProxy.start(`http://127.0.0.1:${port}`);
});

afterEach(async () => {
  await proxy.stop();
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

describe('TcpProxy', () => {
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

  it('resets and refuses connections while the link is down', async () => {
    const socket = await open();
    await echo(socket, 'before');
    const failed = once(socket, 'error');
    proxy.setLinkState('down');
    expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
    await once(await open(), 'close');
    expect([proxy.connections, proxy.refused]).toEqual([0, 1]);
    proxy.setLinkState('up');
    expect(await echo(await open(), 'after')).toBe('after');
  });

  it('delivers what was sent while the link was stalled', async () => {
    const socket = await open();
    await echo(socket, 'before');
    proxy.setLinkState('stalled');
    const fresh = await open();
    const echoes = Promise.all([echo(socket, 'old'), echo(fresh, 'new')]);
    expect(await Promise.race([echoes, wait(50, 'nothing')])).toBe('nothing');
    proxy.setLinkState('up');
    expect(await echoes).toEqual(['old', 'new']);
  });

  it('forgets a connection that one side ended', async () => {
    const socket = await open();
    await echo(socket, 'a');
    expect(proxy.connections).toBe(1);
    socket.destroy();
    while (proxy.connections > 0) await wait(1);
  });
});
