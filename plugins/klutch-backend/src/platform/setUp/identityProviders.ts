/** Checks of the identity providers that sign users in for bindings from a terminal. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import {
  callbackUrls,
  countSigningKeys,
  probeRedirectUri,
  readIssuerMetadata,
  type IssuerAnswer,
  type RedirectUriOutcome,
} from '@klutch/binding-backend';
import type { HandshakeConfig } from '../../config/readHandshake';
import { failureText } from '../failureText';
import { answerLimit } from './answerLimit';
import { finding, type Check, type Finding } from './finding';

type Provider = HandshakeConfig['identityProviders'][number];

export interface IdentityProviderOptions {
  /** Empty where binding from a terminal is not configured. */
  providers: readonly Provider[];
  /** URL of the handshake as reached by browsers. */
  externalUrl: string;
}

/** A provider with its answer, which all checks share. */
interface AskedProvider extends Provider {
  ask(signal: AbortSignal): Promise<IssuerAnswer>;
}

const docs = 'binding.md#identity-providers';
const defaultScopes = ['openid', 'profile', 'email'];

function shareAnswer(provider: Provider): AskedProvider {
  let answer: Promise<IssuerAnswer> | undefined;
  return {
    ...provider,
    ask: signal => {
      answer ??= readIssuerMetadata(provider.issuer, {
        signal: answerLimit(signal),
      });
      return answer;
    },
  };
}

async function checkIssuer(
  { ask, issuer }: AskedProvider,
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const { metadata, status } = await ask(signal);
    if (!metadata) {
      const params = { issuer, status: `${status}` };
      return finding('failed', explain('SetUpIssuerNoMetadata', params));
    }
    const { issuer: actual } = metadata;
    return actual === issuer
      ? finding('ok', explain('SetUpIssuerAnswers', { issuer }))
      : finding('failed', explain('SetUpIssuerDiffers', { issuer, actual }));
  } catch (error) {
    const params = { issuer, error: failureText(error) };
    return finding('failed', explain('SetUpIssuerUnreachable', params));
  }
}

const silent = (provider: string): Finding =>
  finding('unknown', explain('SetUpProviderSilent', { provider }));

function redirectUriFinding(
  outcome: RedirectUriOutcome,
  params: { provider: string; uri: string; status: string },
): Finding {
  switch (outcome) {
    case 'registered':
      return finding('ok', explain('SetUpRedirectUriRegistered', params));
    case 'refused':
      return finding('failed', explain('SetUpRedirectUriRefused', params));
    default:
      return finding('unknown', explain('SetUpRedirectUriUnknown', params));
  }
}

async function checkRedirectUri(
  { ask, clientId, id, scopes = defaultScopes, title = id }: AskedProvider,
  redirectUri: string,
  signal: AbortSignal,
): Promise<Finding> {
  const answer = await ask(signal).catch(() => undefined);
  const endpoint = answer?.metadata?.authorizationEndpoint;
  if (!endpoint || !URL.canParse(endpoint)) return silent(title);
  const probed = await probeRedirectUri(
    { authorizationEndpoint: endpoint, clientId, redirectUri, scopes },
    { signal: answerLimit(signal) },
  ).catch(() => undefined);
  if (!probed) return silent(title);
  const { outcome, status } = probed;
  return redirectUriFinding(outcome, {
    provider: title,
    uri: redirectUri,
    status: `${status}`,
  });
}

async function checkSigningKeys(
  { ask, id, issuer, title = id }: AskedProvider,
  signal: AbortSignal,
): Promise<Finding> {
  const answer = await ask(signal).catch(() => undefined);
  const uri = answer?.metadata?.jwksUri;
  if (!uri || !URL.canParse(uri)) return silent(title);
  try {
    const count = await countSigningKeys(uri, {
      signal: answerLimit(signal),
    });
    return count
      ? finding(
          'ok',
          explain('SetUpSigningKeys', { issuer, count: `${count}` }),
        )
      : finding('failed', explain('SetUpSigningKeysMissing', { issuer }));
  } catch (error) {
    const params = { issuer, error: failureText(error) };
    return finding('failed', explain('SetUpSigningKeysUnreachable', params));
  }
}

/** Checks of the issuers, of the portal's redirect URIs there, and of the issuers' public keys. */
export function identityProviderChecks({
  externalUrl,
  providers,
}: IdentityProviderOptions): Check[] {
  if (providers.length === 0) {
    const unused = finding('unused', explain('SetUpHandshakeUnused'));
    const run = async () => [unused];
    return [
      { name: 'issuers', docs, run },
      { name: 'redirectUris', docs, run },
      { name: 'signingKeys', docs, run },
    ];
  }
  const asked = providers.map(shareAnswer);
  const redirectUris = callbackUrls(externalUrl, providers);
  return [
    {
      name: 'issuers',
      docs,
      run: signal => Promise.all(asked.map(one => checkIssuer(one, signal))),
    },
    {
      name: 'redirectUris',
      docs,
      run: signal =>
        Promise.all(
          asked.map(one =>
            checkRedirectUri(one, redirectUris.get(one.id) ?? '', signal),
          ),
        ),
    },
    {
      name: 'signingKeys',
      docs,
      run: signal =>
        Promise.all(asked.map(one => checkSigningKeys(one, signal))),
    },
  ];
}
