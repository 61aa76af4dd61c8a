/** `bind --non-interactive`: a machine sends an access token and gets the binding response. */
import {
  parseApiName,
  readBindingResponse,
  type BindingResponse,
} from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import { withProgress } from '../progress';
import { accessToken, type TokenFlags } from './accessToken';
import { ensureClusterId } from './appClusterRights';
import { readProviderTitle } from './provider';
import { postJson } from './providerRequest';
import { siblingUrl } from './providerUrls';
import { retryBusy, type RetryOptions } from './retryBusy';

/** What a machine binds with. */
export interface MachineOptions {
  context: CommandContext;
  appCluster: KubeClient;
  flags: TokenFlags & { api?: string[] };
  environment?: NodeJS.ProcessEnv;
  /** How requests to a busy provider, or over a lost connection, are repeated. */
  retry?: Omit<RetryOptions, 'signal'>;
}

/**
 * Requests the response. Each request may be repeated: the provider finds the tenant of the cluster, and issues another
 * token.
 *
 * @throws Error with what to do
 */
export async function bindAsMachine(
  { appCluster, context, environment, flags, retry }: MachineOptions,
  exportUrl: URL,
): Promise<BindingResponse> {
  const { signal, stderr } = context;
  const options = { ...retry, signal };
  // Before the token is sent: a provider of another version may take it for something else.
  await withProgress(
    stderr,
    `Waiting for ${exportUrl.host}`,
    retryBusy(() => readProviderTitle(exportUrl, signal), options),
  );
  const token = await withProgress(
    stderr,
    'Waiting for the identity provider',
    accessToken(flags, environment, options),
  );
  const clusterID = await ensureClusterId(appCluster);
  const url = siblingUrl(exportUrl, 'bind-noninteractive');
  const body = { clusterID, apis: (flags.api ?? []).map(parseApiName) };
  const headers = { authorization: `Bearer ${token}` };
  const answer = await withProgress(
    stderr,
    'Waiting for the provider to issue the credentials',
    retryBusy(() => postJson(url, body, signal, headers), options),
  );
  const read = readBindingResponse(answer);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
