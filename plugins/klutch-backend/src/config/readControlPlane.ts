/** Reads how the portal reaches the control plane, and which address app clusters use for it. */
import { dirname, resolve } from 'node:path';
import type { Config } from '@backstage/config';
import {
  BindingError,
  externalEndpoint,
  type ControlPlaneAccessOptions,
} from '@klutch/binding-backend';
import {
  errorMessage,
  kubeConfigPolicies,
  KubeconfigRefusedError,
  loadKubeConfigOrInCluster,
  sanitizeKubeConfig,
} from '@klutch/kube';
import { configError, readFile } from './configError';

/** Access to the control plane: by a kubeconfig file, or by the service account of the pod. */
export type ControlPlaneConfig = Pick<
  ControlPlaneAccessOptions,
  'file' | 'kubeConfig' | 'endpointOf'
>;

type KubeConfig = ControlPlaneConfig['kubeConfig'];

const kubeconfigKey = 'klutch.controlPlane.kubeconfig';
const inClusterKey = 'klutch.controlPlane.inCluster';
const serverKey = 'klutch.binding.externalServer';
const caFileKey = 'klutch.binding.externalCaFile';

/** The kubeconfig file; undefined in a pod. */
function fileOf(config: Config): string | undefined {
  const file = config.getOptionalString(kubeconfigKey);
  const isInCluster = config.getOptionalBoolean(inClusterKey);
  if (file !== undefined && isInCluster) {
    throw configError(
      inClusterKey,
      `${kubeconfigKey} is set, too. Remove one of them.`,
    );
  }
  if (file === undefined && isInCluster === false) {
    throw configError(
      kubeconfigKey,
      `set a file, or ${inClusterKey}: true for the service account of the pod.`,
    );
  }
  return file;
}

/** The sanitizer's messages name the field and what to do; what is used later is the file itself, as it changes. */
function validateKubeConfigFile(config: Config, file: string): void {
  const policy = {
    ...kubeConfigPolicies.open,
    directory: dirname(resolve(file)),
  };
  try {
    sanitizeKubeConfig(readFile(config, kubeconfigKey), policy);
  } catch (error) {
    if (!(error instanceof KubeconfigRefusedError)) throw error;
    throw configError(
      kubeconfigKey,
      `the kubeconfig cannot be used. ${error.explanation}`,
      error,
    );
  }
}

function load(file: string | undefined): KubeConfig {
  try {
    return loadKubeConfigOrInCluster(file, kubeconfigKey);
  } catch (error) {
    throw configError(kubeconfigKey, errorMessage(error), error);
  }
}

function readEndpoint(config: Config, kubeConfig: KubeConfig) {
  try {
    return externalEndpoint(kubeConfig, {
      server: config.getOptionalString(serverKey),
      ca: config.has(caFileKey) ? readFile(config, caFileKey) : undefined,
      tlsServerName: config.getOptionalString('klutch.binding.tlsServerName'),
    });
  } catch (error) {
    if (!(error instanceof BindingError)) throw error;
    throw configError(serverKey, error.message, error);
  }
}

/**
 * Opens no connection.
 *
 * @throws Error that names the key; never quotes the contents of files
 */
export function readControlPlane(config: Config): ControlPlaneConfig {
  const file = fileOf(config);
  if (file !== undefined) validateKubeConfigFile(config, file);
  const kubeConfig = load(file);
  if (file === undefined && !config.has(serverKey)) {
    throw configError(
      serverKey,
      'the address of the control plane inside a pod cannot be reached from app clusters. Set its URL for app clusters.',
    );
  }
  const endpointOf = (next: KubeConfig) => readEndpoint(config, next);
  // Validates the keys of the endpoint.
  endpointOf(kubeConfig);
  return { ...(file !== undefined && { file }), kubeConfig, endpointOf };
}
