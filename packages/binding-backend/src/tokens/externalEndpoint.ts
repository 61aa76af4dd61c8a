/** The address of the control plane cluster for app clusters, with defaults from this process' own kubeconfig. */
import { readFileSync } from 'node:fs';
import type { loadKubeConfig } from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import type { ExternalEndpoint } from './kubeconfig';

/** Operator configuration; missing options default to this process' own connection to the control plane cluster. */
export interface ExternalEndpointOptions {
  /** Must begin with `https://`, because konnectors send their token there. */
  server?: string;
  /** PEM. */
  ca?: string;
  /** Name to verify the server's certificate against, when it differs from the URL's host. */
  tlsServerName?: string;
}

const readOwnCa = (file: string): string => {
  try {
    return readFileSync(file).toString('base64');
  } catch (error) {
    throw new BindingError(
      'Misconfigured',
      `The file ${file}, which the kubeconfig names, cannot be read. Check its path and rights.`,
      { cause: error },
    );
  }
};

/**
 * Returns the URL of a control plane cluster, if konnectors may send their token there.
 * @throws BindingError `Misconfigured` when the URL does not begin with https
 */
export const requireHttps = (server: string): string => {
  if (URL.canParse(server) && new URL(server).protocol === 'https:') {
    return server;
  }
  throw new BindingError(
    'Misconfigured',
    `"${server}" is not a URL that begins with https://. Konnectors send their token there.`,
  );
};

/**
 * The address of the control plane cluster for app clusters.
 * @param kubeConfig - this process' own kubeconfig for the control plane cluster
 * @throws BindingError `Misconfigured` for a server that is no https URL, or an unreadable file
 */
export const externalEndpoint = (
  kubeConfig: ReturnType<typeof loadKubeConfig>,
  options: ExternalEndpointOptions,
): ExternalEndpoint => {
  const own = kubeConfig.getCurrentCluster();
  const server = requireHttps(options.server ?? own?.server ?? '');
  const ownCa = own?.caFile ? readOwnCa(own.caFile) : own?.caData;
  const caData = options.ca
    ? Buffer.from(options.ca).toString('base64')
    : ownCa;
  // The own TLS server name applies to the own server only: the certificate of another server would have to match a
  // foreign name.
  const ownName = server === own?.server ? own.tlsServerName : undefined;
  const tlsServerName = options.tlsServerName ?? ownName;
  return {
    server,
    ...(caData && { caData }),
    ...(tlsServerName && { tlsServerName }),
  };
};
