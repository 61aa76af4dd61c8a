/** Access tokens for binding without a browser. Secrets come from files and variables only, never from arguments. */
import {
  allowInsecureRequests,
  ClientError,
  clientCredentialsGrant,
  discovery,
  ResponseBodyError,
} from 'openid-client';
import { readTextFile } from '../readSource';
import {
  isLostConnection,
  LostConnection,
  ProviderError,
  readRetryAfter,
  reasonOf,
} from './providerRequest';
import { retryBusy, type RetryOptions } from './retryBusy';

/**
 * Where a token comes from; the first that is given wins: token file, client credentials by flags, KLUTCH_TOKEN, client
 * credentials by variables.
 */
export interface TokenFlags {
  /** File with a token. */
  tokenFile?: string;
  /** Identity provider; default OIDC_ISSUER_URL. */
  issuer?: string;
  /** Default OIDC_CLIENT_ID. */
  clientId?: string;
  /** File with the client's secret; default: the variable OIDC_CLIENT_SECRET. */
  clientSecretFile?: string;
  scope?: string;
  /** Audience of the token (RFC 8707). */
  resource?: string;
}

const tokenFlags = {
  tokenFile: '--token-file',
  issuer: '--issuer',
  clientId: '--client-id',
  clientSecretFile: '--client-secret-file',
  scope: '--scope',
  resource: '--resource',
} as const satisfies Record<keyof TokenFlags, string>;

/** The first flag that is set, as it is written. */
export const firstTokenFlag = (flags: TokenFlags): string | undefined =>
  Object.entries(tokenFlags).find(
    ([name]) => flags[name as keyof TokenFlags] !== undefined,
  )?.[1];

const missing = () =>
  new Error(
    'There are no credentials to bind with. Give a token with --token-file or the variable KLUTCH_TOKEN; or client credentials with --issuer, --client-id and --client-secret-file, or the variables OIDC_ISSUER_URL, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
  );

async function readSecret(file: string): Promise<string> {
  const secret = (await readTextFile(file)).trim();
  if (secret) return secret;
  throw new Error(`${file} is empty. Write the secret into it.`);
}

function responseOf(error: unknown): Response | undefined {
  if (error instanceof ResponseBodyError) return error.response;
  return error instanceof ClientError && error.cause instanceof Response
    ? error.cause
    : undefined;
}

/** An error of openid-client, of the class by which a request is repeated. */
function classified(error: unknown): unknown {
  const response = responseOf(error);
  const message = reasonOf(error);
  if (response) {
    const retryAfter = response.headers.get('retry-after');
    return new ProviderError(
      '',
      message,
      response.status,
      readRetryAfter(retryAfter, Date.now()),
    );
  }
  return isLostConnection(error)
    ? new LostConnection(message, { cause: error })
    : error;
}

async function fetchToken(
  issuer: string,
  clientId: string,
  clientSecret: string,
  { resource, scope }: TokenFlags,
): Promise<string> {
  const url = new URL(issuer);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const config = await discovery(url, clientId, clientSecret, undefined, {
    execute:
      url.protocol === 'http:' && isLoopback ? [allowInsecureRequests] : [],
  });
  const tokens = await clientCredentialsGrant(config, {
    ...(scope && { scope }),
    ...(resource && { resource }),
  });
  return tokens.access_token;
}

/**
 * The access token to bind with.
 *
 * @throws Error with what to do; never quotes a secret
 */
export async function accessToken(
  flags: TokenFlags,
  environment: NodeJS.ProcessEnv = process.env,
  retry?: RetryOptions,
): Promise<string> {
  if (flags.tokenFile) return readSecret(flags.tokenFile);
  const named = flags.issuer ?? flags.clientId ?? flags.clientSecretFile;
  if (environment.KLUTCH_TOKEN && named === undefined) {
    return environment.KLUTCH_TOKEN.trim();
  }
  const issuer = flags.issuer ?? environment.OIDC_ISSUER_URL;
  const clientId = flags.clientId ?? environment.OIDC_CLIENT_ID;
  const clientSecret = flags.clientSecretFile
    ? await readSecret(flags.clientSecretFile)
    : environment.OIDC_CLIENT_SECRET;
  if (!issuer || !clientId || !clientSecret) throw missing();
  if (!URL.canParse(issuer)) {
    throw new Error('The issuer is not a URL. Check --issuer.');
  }
  try {
    return await retryBusy(
      () =>
        fetchToken(issuer, clientId, clientSecret, flags).catch(
          (error: unknown) => {
            throw classified(error);
          },
        ),
      retry,
    );
  } catch (error) {
    if (retry?.signal?.aborted) throw error;
    throw new Error(
      `The identity provider ${issuer} gave no token (${reasonOf(error)}). Check the issuer, the client and its secret, --scope and --resource.`,
      { cause: error },
    );
  }
}
