/** What a provider says about itself. */
import {
  codeGrantOf,
  providerVersionProblem,
  readBindingProvider,
  type BindingProvider,
} from '@klutch/bind-api';
import { printable } from '../output/table';
import { requestJson } from './providerRequest';
import { signInUrlOf } from './providerUrls';

/** A provider of APIs. */
export interface Provider {
  /** Name for people. */
  title: string;
  exportUrl: URL;
  /** Where users sign in. */
  signInUrl: URL;
}

const titleOf = (provider: BindingProvider, exportUrl: URL) =>
  printable(provider.providerPrettyName) || exportUrl.host;

async function readDocument(
  exportUrl: URL,
  signal?: AbortSignal,
): Promise<BindingProvider> {
  const read = readBindingProvider(await requestJson(exportUrl, {}, signal));
  if (!read.ok) throw new Error(read.error);
  const problem = providerVersionProblem(read.value.version);
  if (problem) throw new Error(printable(problem));
  return read.value;
}

/**
 * The name of the provider at `GET /export`, for people.
 *
 * @throws Error with what to do when there is no provider, or its version is not supported
 */
export const readProviderTitle = async (
  exportUrl: URL,
  signal?: AbortSignal,
): Promise<string> => titleOf(await readDocument(exportUrl, signal), exportUrl);

/**
 * Reads `GET /export`.
 *
 * @throws Error with what to do when there is no provider, its version is not supported, or users cannot sign in
 */
export async function readProvider(
  exportUrl: URL,
  signal?: AbortSignal,
): Promise<Provider> {
  const provider = await readDocument(exportUrl, signal);
  const grant = codeGrantOf(provider);
  if (!grant) {
    throw new Error(
      'The provider offers no sign-in with a browser (OAuth2CodeGrant). Ask its operators, or use --non-interactive.',
    );
  }
  return {
    title: titleOf(provider, exportUrl),
    exportUrl,
    signInUrl: signInUrlOf(grant.authenticatedURL, exportUrl),
  };
}
