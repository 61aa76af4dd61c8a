import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { deferred } from '@klutch/kube';
import { open } from './__testUtils__/navigate';
import {
  RefusedCallback,
  startCallbackServer,
  type CallbackServer,
} from './callbackServer';

const refusals: string[] = [];
let server: CallbackServer<string>;
let check: () => Promise<void>;

beforeEach(async () => {
  refusals.length = 0;
  check = async () => undefined;
  server = await startCallbackServer<string>({
    async accept(query) {
      await check();
      const state = query.get('state');
      if (state === 'broken') throw new Error('The provider failed.');
      if (state !== 'right') throw new RefusedCallback('Wrong <state>.');
      return 'signed in';
    },
    onRefused: reason => refusals.push(reason),
  });
});
afterEach(() => server.close());

const at = (state: string) => `${server.url.href}?state=${state}`;

/** Sends a request as it is, which `fetch` would not allow, and returns the status line. */
async function sendRaw(lines: string[]): Promise<string> {
  const socket = connect(Number(server.url.port), '127.0.0.1');
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  return (await text(socket)).split('\r\n')[0] ?? '';
}

const host = () => `Host: ${server.url.host}`;

describe('the callback server', () => {
  it('ends connections that never sent a request, which would keep the program alive', async () => {
    const socket = connect(Number(server.url.port), '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    await open(new URL(at('right')));
    await expect(server.result).resolves.toBe('signed in');
    await closed;
  });

  it('listens on loopback only', () => {
    expect(server.url.hostname).toBe('127.0.0.1');
  });

  it('B30: has an unguessable path of its own, and accepts nothing at others', async () => {
    expect(server.url.pathname).toMatch(/^\/[\w-]{43}$/);
    const other = await startCallbackServer({
      accept: async () => undefined,
      onRefused: () => undefined,
    });
    expect(other.url.pathname).not.toBe(server.url.pathname);
    other.close();
    for (const path of ['/callback', '/', other.url.pathname]) {
      const page = await open(new URL(`${path}?state=right`, server.url));
      expect(page.status).toBe(404);
    }
    expect((await open(at('right'))).status).toBe(200);
  });

  it('accepts the return of the login, says what to do next, and is closed afterwards', async () => {
    const response = await open(at('right'));
    expect(response.status).toBe(200);
    expect(response.text).toMatch(/Signed in.*Go back to your terminal/);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    expect(await server.result).toBe('signed in');
    await expect(open(at('right'))).rejects.toThrow(); // second hit
  });

  it('B30: a return with a wrong state neither ends nor completes the login', async () => {
    for (const state of ['', 'wrong', 'x'.repeat(10_000)]) {
      const response = await open(at(state));
      expect(response.status).toBe(400);
      expect(response.text).toContain('Wrong &lt;state&gt;.');
    }
    await open(at('right'));
    expect(await server.result).toBe('signed in');
    expect(refusals).toHaveLength(3);
  });

  it('accepts one of several simultaneous returns', async () => {
    const responses = await Promise.allSettled([
      open(at('right')),
      open(at('right')),
      open(at('right')),
    ]);
    const statuses = responses.map(one =>
      one.status === 'fulfilled' ? one.value.status : 'refused',
    );
    expect(statuses.filter(status => status === 200)).toHaveLength(1);
    expect(await server.result).toBe('signed in');
  });

  it('asks to reload when a right return arrives while a wrong one is checked', async () => {
    const started = deferred<void>();
    const checked = deferred<void>();
    check = () => {
      started.resolve();
      return checked.promise;
    };
    const wrong = open(at('wrong'));
    await started.promise;
    const early = await open(at('right'));
    expect(early.status).toBe(409);
    expect(early.text).toContain('Reload this page');
    checked.resolve();
    expect((await wrong).status).toBe(400);
    await open(at('right'));
    expect(await server.result).toBe('signed in');
  });

  it.each([
    ['right', 'signed in'],
    ['broken', new Error('The provider failed.')],
  ])(
    'ends the login when the browser has gone while the return %s is checked',
    async (state, expected) => {
      const browser = connect(Number(server.url.port), '127.0.0.1');
      const onRequest = (message: unknown) => {
        const { response } = message as { response: ServerResponse };
        check = async () => {
          browser.destroy();
          await once(response, 'close');
        };
      };
      subscribe('http.server.request.start', onRequest);
      browser.write(
        `GET ${server.url.pathname}?state=${state} HTTP/1.1\r\n${host()}\r\n\r\n`,
      );
      expect(await server.result.catch(error => error)).toEqual(expected);
      unsubscribe('http.server.request.start', onRequest);
    },
  );

  it('B30: refuses a script that fetches the address', async () => {
    expect((await fetch(at('right'))).status).toBe(403);
  });

  it.each([
    ['a page of another site', ['Origin: https://evil.test']],
    ['a script in the background', ['Sec-Fetch-Mode: cors']],
    ['an image', ['Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image']],
    ['a frame', ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe']],
  ])('B30: refuses %s, even with the right state', async (_, headers) => {
    const status = await sendRaw([
      `GET ${server.url.pathname}?state=right HTTP/1.1`,
      host(),
      ...headers,
    ]);
    expect(status).toContain('403');
    expect(refusals).toHaveLength(1);
    expect((await open(at('right'))).status).toBe(200);
  });

  it('refuses other host names, which a name that resolves to loopback would send', async () => {
    const status = await sendRaw([
      `GET ${server.url.pathname}?state=right HTTP/1.1`,
      `Host: evil.test:${server.url.port}`,
    ]);
    expect(status).toContain('403');
  });

  it('refuses other methods', async () => {
    const response = await open(at('right'), 'POST');
    expect(response.status).toBe(403);
  });

  it('survives a giant query and addresses that are none', async () => {
    const giant = 'x'.repeat(100_000);
    expect(
      await sendRaw([
        `GET ${server.url.pathname}?state=${giant} HTTP/1.1`,
        host(),
      ]),
    ).toContain('431');
    for (const address of [
      '//',
      '*',
      'http://[',
      '/%00',
      'http://evil.test/',
    ]) {
      expect(await sendRaw([`GET ${address} HTTP/1.1`, host()])).toMatch(
        / 40\d /,
      );
    }
    expect((await open(at('right'))).status).toBe(200);
  });

  it('ends the login with the reason when the provider failed', async () => {
    const response = await open(at('broken'));
    expect(response.text).toContain('The provider failed.');
    await expect(server.result).rejects.toThrow('The provider failed.');
  });

  it('redirects to the sign-in from an unguessable address, once', async () => {
    const signIn = new URL('https://bind.example/authorize?s=secret');
    const start = server.startAt(signIn);
    expect(start.pathname.length).toBeGreaterThan(40);
    expect(start.href).not.toContain('secret');
    const first = await open(start);
    expect(first.headers.location).toBe(signIn.href);
    expect((await open(start)).status).toBe(404);
  });
});
