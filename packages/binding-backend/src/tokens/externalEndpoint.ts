/** How app clusters reach the control plane, where the operator does not say it all. */
import { readFileSync } from 'node:fs';
import type { loadKubeConfig } from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import type { ExternalEndpoint } from './kubeconfig';

/** What the operator says; the rest is as this process reaches the control plane. */
export interface ExternalEndpointOptions {
  /** Begins with `https://`: konnectors send their token there. */
  server?: string;
  /** PEM. */
  ca?: string;
  /** Name to check the server's certificate against, when it differs from the URL's host. */
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
 * The URL of a control plane, if konnectors may send their token there.
 * @throws BindingError `Misconfigured` when it does not begin with https
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
 * How app clusters reach the control plane.
 * @param kubeConfig - this process' own way to the control plane
 * @throws BindingError `Misconfigured` for a server that is no https URL, or a file that cannot be read
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
  // The own name is the own server's: another one would have to prove that it is somebody else.
  const ownName = server === own?.server ? own.tlsServerName : undefined;
  const tlsServerName = options.tlsServerName ?? ownName;
  return {
    server,
    ...(caData && { caData }),
    ...(tlsServerName && { tlsServerName }),
  };
};
