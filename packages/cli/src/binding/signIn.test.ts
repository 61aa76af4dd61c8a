import { waitFor } from '@klutch/local-processes';
import { navigate } from './__testUtils__/navigate';
import {
  startReferenceProvider,
  type ReferenceOptions,
  type ReferenceProvider,
} from './__testUtils__/referenceProvider';
import { readProvider } from './provider';
import { exportUrlOf } from './providerUrls';
import { signIn, type SignInOptions } from './signIn';

const running: ReferenceProvider[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(provider => provider.stop()));
});

async function reference(options?: ReferenceOptions) {
  const server = await startReferenceProvider(options);
  running.push(server);
  return server;
}

async function logIn(
  server: ReferenceProvider,
  options: Partial<SignInOptions> = {},
) {
  const refused: string[] = [];
  const response = await signIn({
    provider: await readProvider(exportUrlOf(server.url)),
    clusterId: 'abc123',
    refresh: false,
    onUrl: () => undefined,
    openBrowser: async url => void navigate(url).catch(() => undefined),
    onRefused: reason => refused.push(reason),
    timeoutMs: 10_000,
    output: process.stderr,
    ...options,
  });
  return { response, refused };
}

describe('a sign-in at a reference backend', () => {
  it.each(['base64', 'base64url'] as const)(
    'reads a response in the alphabet %s',
    async alphabet => {
      const { response } = await logIn(await reference({ alphabet }));
      expect(response.authentication.oauth2CodeGrant?.id).toBe(
        'https://id/~~???>>>',
      );
      expect(response.requests).toHaveLength(1);
    },
  );

  it('B30: has a new unguessable id for each login', async () => {
    const server = await reference();
    await logIn(server);
    await logIn(server);
    const ids = server.authorized.map(query => query.get('s') ?? '');
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[\w-]{43}$/);
  });

  it('B30: ignores a response that a malicious page injects, and takes the right one', async () => {
    const server = await reference();
    const malicious = await reference({ sid: 'guessed' });
    let callback = '';
    const { refused, response } = await logIn(server, {
      onUrl: url => {
        callback = url.searchParams.get('u') ?? '';
      },
      openBrowser: async url => {
        for (const u of [new URL('/callback', url).href, callback]) {
          const query = new URLSearchParams({ s: 'other', u });
          await navigate(`${new URL('/authorize', malicious.url)}?${query}`);
        }
        void navigate(url).catch(() => undefined);
      },
    });
    expect(refused).toEqual([expect.stringContaining('another login')]);
    expect(response.authentication.oauth2CodeGrant?.sid).toHaveLength(43);
  });

  it('ends at the timeout, and when the user interrupts', async () => {
    const server = await reference();
    const noBrowser = { openBrowser: undefined };
    await expect(
      logIn(server, { ...noBrowser, timeoutMs: 20 }),
    ).rejects.toThrow(/Nobody signed in.*--timeout/);
    await expect(
      logIn(server, { ...noBrowser, signal: AbortSignal.abort() }),
    ).rejects.toThrow(/Interrupted/);
  });
});

describe('a sign-in at our backend', () => {
  it('picks the response up again while the provider is busy', async () => {
    const server = await reference({ pickups: [429, 502] });
    const { response } = await logIn(server);
    expect(response.requests).toHaveLength(1);
    expect(server.pickups).toBe(3);
  });

  it('ends with the reason when the provider stays busy', async () => {
    const server = await reference({ pickups: [503, 503] });
    const retry = { limitMs: -1 };
    await expect(logIn(server, { retry })).rejects.toThrow(/status 503/);
    expect(server.pickups).toBe(1);
  });

  it('ends while the response is picked up when the user interrupts, and can be run again', async () => {
    const interruption = new AbortController();
    const server = await reference({ pickups: [503], retryAfter: 60 });
    const interrupt = async () => {
      await waitFor(() => server.pickups === 1, {
        what: 'the response was asked for',
        timeoutMs: 5_000,
      });
      interruption.abort();
    };
    await expect(
      logIn(server, {
        openBrowser: async url => {
          void navigate(url).catch(() => undefined);
          void interrupt();
        },
        signal: interruption.signal,
      }),
    ).rejects.toThrow(/Interrupted/);
    const { response } = await logIn(server);
    expect(response.requests).toHaveLength(1);
  });
});

describe('a provider', () => {
  it.each(['v0.0.0', 'v0.3.0', 'v1.5.0'])(
    'of version %s is accepted',
    async version => {
      const { url } = await reference({ version });
      expect((await readProvider(exportUrlOf(url))).title).toBe(
        'example-backend',
      );
    },
  );

  it.each([
    [{ version: '' }, /v0\.3\.0/],
    [{ version: 'v0.2.9' }, /v0\.3\.0/],
    [{ version: 'latest' }, /v0\.3\.0/],
    [{ apiVersion: 'klutch.anynines.com/v1alpha1' }, /not a BindingProvider/],
  ])('is refused with %j', async (options, message) => {
    const { url } = await reference(options);
    await expect(readProvider(exportUrlOf(url))).rejects.toThrow(message);
  });

  it('that does not answer is named with a next step', async () => {
    const server = await startReferenceProvider();
    await server.stop();
    await expect(readProvider(exportUrlOf(server.url))).rejects.toThrow(
      /cannot be reached .*Check the address/,
    );
  });
});
