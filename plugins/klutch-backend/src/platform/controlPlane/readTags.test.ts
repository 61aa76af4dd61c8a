import {
  json,
  startHttpServer,
  type HttpServer,
} from '../__testUtils__/httpServer';
import { readTags } from './readTags';

let registry: HttpServer;
let tokens: HttpServer;

beforeAll(async () => {
  registry = await startHttpServer(json({}));
  tokens = await startHttpServer(json({}));
});
afterAll(() => {
  registry.close();
  tokens.close();
});
beforeEach(() => {
  registry.requests.length = 0;
  tokens.requests.length = 0;
});

const hostOf = ({ url }: HttpServer) => new URL(url).host;

const read = (allowed = [hostOf(registry)]) =>
  readTags(
    { registry: hostOf(registry), repository: 'acme/provider-x' },
    { allowed, signal: AbortSignal.timeout(5_000) },
  );

const reasonOf = async (allowed?: string[]) =>
  (await read(allowed)).problem?.reason;

it('sends nothing to a registry that is not allowed', async () => {
  expect(await reasonOf(['ghcr.io'])).toBe('UpdateRegistryNotAllowed');
  expect(registry.requests).toEqual([]);
});

it('reads the tags of all pages', async () => {
  registry.respond = ({ url = '' }, response) => {
    const isFirst = !url.includes('last=');
    json(
      { tags: isFirst ? ['v1', 'v2'] : ['v3', 4] },
      200,
      isFirst
        ? { link: '</v2/acme/provider-x/tags/list?n=1000&last=v2>; rel="next"' }
        : {},
    )({} as never, response);
  };
  expect(await read()).toEqual({ tags: ['v1', 'v2', 'v3'] });
  expect(registry.requests).toHaveLength(2);
});

it('does not follow pages and redirects to other hosts', async () => {
  const elsewhere = `${tokens.url}/v2/acme/provider-x/tags/list`;
  registry.respond = json({ tags: ['v1'] }, 200, {
    link: `<${elsewhere}>; rel="next"`,
  });
  expect(await read()).toEqual({ tags: ['v1'] });
  registry.respond = json({}, 307, { location: elsewhere });
  expect(await reasonOf()).toBe('UpdateRegistryFailed');
  expect(tokens.requests).toEqual([]);
});

describe('a registry that asks for a token', () => {
  beforeEach(() => {
    registry.respond = (request, response) => {
      const isAllowed = request.headers.authorization === 'Bearer anonymous';
      const challenge = `Bearer realm="${tokens.url}/token",service="x"`;
      json(
        isAllowed ? { tags: ['v1'] } : {},
        isAllowed ? 200 : 401,
        isAllowed ? {} : { 'www-authenticate': challenge },
      )(request, response);
    };
  });

  it('gets an anonymous one of an allowed token server', async () => {
    tokens.respond = json({ token: 'anonymous' });
    const allowed = [hostOf(registry), hostOf(tokens)];
    expect(await read(allowed)).toEqual({ tags: ['v1'] });
    expect(tokens.requests).toEqual([
      '/token?service=x&scope=repository%3Aacme%2Fprovider-x%3Apull',
    ]);
  });

  it('is not asked through a token server that is not allowed', async () => {
    expect(await read()).toMatchObject({
      problem: {
        reason: 'UpdateTokenServerNotAllowed',
        params: { host: hostOf(tokens) },
      },
    });
    expect(tokens.requests).toEqual([]);
  });

  it('is private when there is none for everybody', async () => {
    const allowed = [hostOf(registry), hostOf(tokens)];
    tokens.respond = json({}, 401);
    expect(await reasonOf(allowed)).toBe('UpdateRegistryPrivate');
    tokens.respond = json({ token: 'other' });
    expect(await reasonOf(allowed)).toBe('UpdateRegistryPrivate');
  });
});

it.each<[string, Parameters<typeof json>]>([
  ['UpdateRegistryPrivate', [{}, 404]],
  ['UpdateRegistryFailed', [{}, 500]],
  ['UpdateRegistryFailed', ['x'.repeat(2 * 1024 * 1024)]],
])('says %s', async (reason, answer) => {
  registry.respond = json(...answer);
  expect(await reasonOf()).toBe(reason);
});

it('says that a registry does not answer', async () => {
  const closed = await startHttpServer(json({}));
  closed.close();
  expect(
    await readTags(
      { registry: hostOf(closed), repository: 'x' },
      { allowed: [hostOf(closed)], signal: AbortSignal.timeout(5_000) },
    ),
  ).toMatchObject({ problem: { params: { error: 'ECONNREFUSED' } } });
});
