/** What a provider says about itself. */
import {
  codeGrantOf,
  providerVersionProblem,
  readBindingProvider,
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

/**
 * Reads `GET /export`.
 *
 * @throws Error with what to do when there is no provider, its version is not supported, or users cannot sign in
 */
export async function readProvider(
  exportUrl: URL,
  signal?: AbortSignal,
): Promise<Provider> {
  const read = readBindingProvider(await requestJson(exportUrl, {}, signal));
  if (!read.ok) throw new Error(read.error);
  const problem = providerVersionProblem(read.value.version);
  if (problem) throw new Error(printable(problem));
  const grant = codeGrantOf(read.value);
  if (!grant) {
    throw new Error(
      'The provider offers no sign-in with a browser (OAuth2CodeGrant). Ask its operators, or use --non-interactive.',
    );
  }
  return {
    title: printable(read.value.providerPrettyName) || exportUrl.host,
    exportUrl,
    signInUrl: signInUrlOf(grant.authenticatedURL, exportUrl),
  };
}
