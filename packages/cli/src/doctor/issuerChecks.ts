/** Checks of an identity provider, with the questions of the portal's checklist. No credentials are sent. */
import {
  countSigningKeys,
  metadataUrlOf,
  probeRedirectUri,
  readIssuerMetadata,
  type IssuerAnswer,
  type IssuerMetadata,
} from '@klutch/binding-backend';
import { unreachableText } from '../binding/providerRequest';
import { exportUrlOf, siblingUrl } from '../binding/providerUrls';
import { failed, ok, warning, type Finding } from './Finding';
import { httpClock } from './httpClock';
import type { Check } from './runChecks';

/** What is checked. */
export interface IssuerFlags {
  issuer: string;
  /** Client of the binding backend there; default: its redirect URI is not checked. */
  clientId?: string;
  /** Default: `callback` beside the address of the backend. */
  redirectUri?: string;
  /** Address of the binding backend. */
  backend?: string;
}

const subject = 'issuer';
const scopes = ['openid', 'profile', 'email'];

function metadataOf({ metadata, status, url }: IssuerAnswer): IssuerMetadata {
  if (metadata) return metadata;
  throw new Error(
    `${url.href} answered with status ${status} and no OpenID Connect metadata. Check --issuer.`,
  );
}

/** Providers compare the issuer with that of their tokens, letter by letter. */
function issuerFinding(issuer: string, { issuer: actual }: IssuerMetadata) {
  return actual === issuer
    ? ok('Sign-in', `issuer calls itself ${actual}`)
    : failed(
        'Sign-in',
        `issuer calls itself ${actual}, so sign-ins with ${issuer} are refused`,
        'Write it into the configuration of the backend as it calls itself.',
      );
}

async function signingKeys(
  { jwksUri }: IssuerMetadata,
  signal: AbortSignal,
): Promise<Finding> {
  const count =
    jwksUri && URL.canParse(jwksUri)
      ? await countSigningKeys(jwksUri, { signal })
      : undefined;
  return count
    ? ok('Sign-in', `issuer has ${count} public keys for signatures`)
    : failed(
        'Sign-in',
        'issuer has no public key for signatures, so no sign-in can be verified',
        'Create a signing key there, and check that its jwks_uri can be read.',
      );
}

async function redirectUri(
  { authorizationEndpoint = '' }: IssuerMetadata,
  clientId: string,
  uri: string,
  signal: AbortSignal,
): Promise<Finding> {
  if (!URL.canParse(authorizationEndpoint)) {
    return failed(
      'Sign-in',
      'issuer names no address to sign in at',
      'Check its discovery document.',
    );
  }
  const probe = { authorizationEndpoint, clientId, redirectUri: uri, scopes };
  const { outcome, status } = await probeRedirectUri(probe, { signal });
  switch (outcome) {
    case 'registered':
      return ok('Sign-in', `issuer accepts ${uri} for client ${clientId}`);
    case 'refused':
      return failed(
        'Sign-in',
        `issuer refuses the redirect URI ${uri} for client ${clientId} (status ${status})`,
        'Register exactly this URI for the client, and check the external URL of the backend and the client id.',
      );
    default:
      return warning(
        'Sign-in',
        `only a sign-in shows whether the issuer accepts ${uri}`,
        'Compare the URI with the registered one, or sign in once with "kubectl klutch bind <url>".',
      );
  }
}

/** @throws Error when the flags do not say which URI is checked */
function redirectUriOf(flags: IssuerFlags): string | undefined {
  const { backend, clientId, redirectUri: given } = flags;
  if (!clientId) {
    if (!given) return undefined;
    throw new Error(
      'A redirect URI belongs to a client. Add --client-id, or leave out --redirect-uri.',
    );
  }
  if (given) {
    if (URL.canParse(given)) return given;
    throw new Error('The redirect URI is not a URL. Check --redirect-uri.');
  }
  if (backend) return siblingUrl(exportUrlOf(backend), 'callback').href;
  throw new Error(
    'The redirect URI of the client is not known. Add --backend, or --redirect-uri.',
  );
}

/** Reachability and clock of the identity provider, its own name, its public keys, and the redirect URI of a client. */
export function issuerChecks(flags: IssuerFlags): Check[] {
  const { clientId, issuer } = flags;
  if (!URL.canParse(issuer)) {
    throw new Error('The issuer is not a URL. Check --issuer.');
  }
  const uri = redirectUriOf(flags);
  let answer: Promise<IssuerAnswer> | undefined;
  const ask = async (signal: AbortSignal) => {
    answer ??= readIssuerMetadata(issuer, { signal }).catch(
      (error: unknown) => {
        // Others are addresses that are refused, and answers of another kind.
        if (!(error instanceof TypeError)) throw error;
        const url = metadataUrlOf(issuer);
        throw new Error(unreachableText(url, error), { cause: error });
      },
    );
    return metadataOf(await answer);
  };
  return [
    {
      name: 'Reachability',
      subject,
      run: async signal => {
        await ask(signal);
        const { origin } = metadataUrlOf(issuer);
        return [ok('Reachability', `issuer answers at ${origin}`)];
      },
    },
    {
      name: 'Sign-in',
      subject,
      run: async signal => {
        // The check of the reachability says why there is none.
        const metadata = await ask(signal).catch(() => undefined);
        if (!metadata) return [];
        return [
          issuerFinding(issuer, metadata),
          await signingKeys(metadata, signal),
          ...(clientId && uri
            ? [await redirectUri(metadata, clientId, uri, signal)]
            : []),
        ];
      },
    },
    {
      name: 'Clock',
      subject,
      run: async signal => [
        await httpClock(subject, metadataUrlOf(issuer), signal),
      ],
    },
  ];
}
