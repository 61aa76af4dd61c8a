/** Reads the tags of an OCI repository without credentials, from registries that the operator allows. */
import { isLoopback } from '@klutch/binding-backend';
import { failureText } from '../failureText';
import {
  explain,
  type Explanation,
} from '@klutch/backstage-plugin-klutch-common';
import { registryHost } from './packageReference';

/** A repository in a registry. */
export interface Repository {
  /** Host of the registry, with its port. */
  registry: string;
  repository: string;
}

/** Options of {@link readTags}. */
export interface ReadTagsOptions {
  /** Hosts that may be asked, as in the configuration. */
  allowed: readonly string[];
  signal: AbortSignal;
}

/** The tags, or why they are not known. */
export type TagsResult =
  | { tags: string[]; problem?: undefined }
  | { tags?: undefined; problem: Explanation };

/** Registries of public packages have some hundreds of tags; what is beyond is not worth the time. */
const maximumPages = 5;
const pageSize = 1_000;
const maximumBytes = 1024 * 1024;

/** Plain http is for registries on this machine, as in other tools. */
const baseOf = (host: string): URL =>
  new URL(
    `${isLoopback(host.replace(/:\d+$/, '')) ? 'http' : 'https'}://${host}`,
  );

/** A response that cannot be used; its text is for operators. */
class RegistryError extends Error {}

/** The registry refuses to answer without credentials. */
class CredentialsRequired extends Error {}

/** The registry's token server is not among the allowed hosts. */
class TokenServerNotAllowed extends Error {
  constructor(readonly host: string) {
    super(host);
  }
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maximumBytes)
      throw new RegistryError('the answer is too long');
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof body === 'object' && body !== null
      ? (body as Record<string, unknown>)
      : {};
  } catch {
    throw new RegistryError('the answer is not JSON');
  }
}

/** Redirects would lead to hosts that nobody allowed. */
const get = (
  url: URL,
  signal: AbortSignal,
  token?: string,
): Promise<Response> =>
  fetch(url, {
    redirect: 'manual',
    signal,
    headers: {
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });

/** Parameters of a `WWW-Authenticate: Bearer …` header; undefined for other schemes. */
function bearerChallenge(response: Response): Map<string, string> | undefined {
  const header = response.headers.get('www-authenticate') ?? '';
  if (!/^bearer /i.test(header)) return undefined;
  const pairs = header.matchAll(/(\w+)="([^"]*)"/g);
  return new Map([...pairs].map(([, name = '', value = '']) => [name, value]));
}

/** An anonymous token, as public registries hand out to everybody. */
async function anonymousToken(
  response: Response,
  registry: URL,
  { repository }: Repository,
  { allowed, signal }: ReadTagsOptions,
): Promise<string> {
  const challenge = bearerChallenge(response);
  const realm = challenge?.get('realm') ?? '';
  if (!URL.canParse(realm)) throw new CredentialsRequired();
  const url = new URL(realm);
  const isSameHost = url.host === registry.host;
  if (!isSameHost && !allowed.includes(url.host)) {
    throw new TokenServerNotAllowed(url.host);
  }
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) {
    throw new RegistryError('its token server has no https');
  }
  const service = challenge?.get('service');
  if (service) url.searchParams.set('service', service);
  url.searchParams.set('scope', `repository:${repository}:pull`);
  const answer = await get(url, signal);
  const { token, access_token: accessToken } = answer.ok
    ? await readJson(answer)
    : {};
  const found = token ?? accessToken;
  if (typeof found !== 'string') throw new CredentialsRequired();
  return found;
}

/** The next page on the same registry; undefined after the last one. */
function nextPage(response: Response, current: URL): URL | undefined {
  const link = response.headers.get('link') ?? '';
  const [, target] = /<([^>]+)>\s*;\s*rel="?next"?/.exec(link) ?? [];
  if (!target || !URL.canParse(target, current)) return undefined;
  const next = new URL(target, current);
  return next.origin === current.origin ? next : undefined;
}

function tagsOf({ tags }: Record<string, unknown>): string[] {
  return Array.isArray(tags)
    ? tags.filter((tag): tag is string => typeof tag === 'string')
    : [];
}

async function readAllTags(
  repository: Repository,
  options: ReadTagsOptions,
): Promise<string[]> {
  const base = baseOf(registryHost(repository.registry));
  let page: URL | undefined = new URL(
    `/v2/${repository.repository}/tags/list?n=${pageSize}`,
    base,
  );
  let token: string | undefined;
  const tags: string[] = [];
  for (let read = 0; page && read < maximumPages; read += 1) {
    let response = await get(page, options.signal, token);
    if (response.status === 401 && token === undefined) {
      token = await anonymousToken(response, base, repository, options);
      response = await get(page, options.signal, token);
    }
    if ([401, 403, 404].includes(response.status)) {
      throw new CredentialsRequired();
    }
    if (!response.ok) throw new RegistryError(`status ${response.status}`);
    tags.push(...tagsOf(await readJson(response)));
    page = nextPage(response, page);
  }
  return tags;
}

function problemOf(error: unknown, registry: string): Explanation {
  if (error instanceof TokenServerNotAllowed) {
    const { host } = error;
    return explain('UpdateTokenServerNotAllowed', { registry, host });
  }
  if (error instanceof CredentialsRequired) {
    return explain('UpdateRegistryPrivate', { registry });
  }
  return explain('UpdateRegistryFailed', {
    registry,
    error: failureText(error),
  });
}

/** Reads the tags; sends nothing to a registry that is not allowed. */
export async function readTags(
  repository: Repository,
  options: ReadTagsOptions,
): Promise<TagsResult> {
  const { registry } = repository;
  if (!options.allowed.includes(registry)) {
    return { problem: explain('UpdateRegistryNotAllowed', { registry }) };
  }
  try {
    return { tags: await readAllTags(repository, options) };
  } catch (error) {
    return { problem: problemOf(error, registry) };
  }
}
