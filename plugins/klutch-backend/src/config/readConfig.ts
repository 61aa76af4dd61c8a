/** Reads the configuration under `klutch` and says which key is wrong. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readDurationFromConfig, type Config } from '@backstage/config';
import { parseEntityRef, stringifyEntityRef } from '@backstage/catalog-model';
import { durationToMilliseconds } from '@backstage/types';
import type { ExternalEndpoint } from '@klutch/binding-backend';
import {
  intakePolicies,
  KubeconfigRefusedError,
  loadKubeConfig,
  takeInKubeconfig,
} from '@klutch/kube';
import type { KubeConfig } from '@kubernetes/client-node';
import type { IdentityMapping } from '../identity/kubernetesIdentity';

/** The portal's configuration, checked and with defaults. */
export interface PortalConfig {
  controlPlane: KubeConfig;
  /** Namespace of the app clusters' kubeconfigs. */
  portalNamespace: string;
  /** Kubeconfigs may name a server on this machine. */
  allowLoopback: boolean;
  binding: {
    prettyName: string;
    external: ExternalEndpoint;
    namespacePrefix?: string;
    tokenLifetimeSeconds?: number;
  };
  identity: IdentityMapping;
}

/** A configuration key with a value that cannot be used. */
function wrong(key: string, problem: string, cause?: unknown): Error {
  return new Error(`Configuration ${key}: ${problem}`, { cause });
}

function readFile(config: Config, key: string): string {
  const path = config.getString(key);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw wrong(
      key,
      `the file ${path} cannot be read. Check its path and rights.`,
      error,
    );
  }
}

function readKubeConfig(config: Config, key: string): KubeConfig {
  const yaml = readFile(config, key);
  try {
    const { kubeconfig } = takeInKubeconfig(yaml, {
      ...intakePolicies.open,
      directory: dirname(resolve(config.getString(key))),
    });
    return loadKubeConfig(kubeconfig);
  } catch (error) {
    if (!(error instanceof KubeconfigRefusedError)) throw error;
    throw wrong(
      key,
      `the kubeconfig cannot be used. ${error.explanation}`,
      error,
    );
  }
}

function readExternal(
  config: Config,
  kubeConfig: KubeConfig,
): ExternalEndpoint {
  const prefix = 'klutch.binding';
  const own = kubeConfig.getCurrentCluster();
  const server =
    config.getOptionalString(`${prefix}.externalServer`) ?? own?.server ?? '';
  if (!URL.canParse(server) || new URL(server).protocol !== 'https:') {
    throw wrong(
      `${prefix}.externalServer`,
      `"${server}" is not a URL that begins with https://. Konnectors send their token there.`,
    );
  }
  const ownCa = own?.caFile
    ? readFileSync(own.caFile).toString('base64')
    : own?.caData;
  const caData = config.has(`${prefix}.externalCaFile`)
    ? Buffer.from(readFile(config, `${prefix}.externalCaFile`)).toString(
        'base64',
      )
    : ownCa;
  const tlsServerName =
    config.getOptionalString(`${prefix}.tlsServerName`) ?? own?.tlsServerName;
  return {
    server,
    ...(caData && { caData }),
    ...(tlsServerName && { tlsServerName }),
  };
}

function readTokenLifetime(config: Config): number | undefined {
  const key = 'klutch.binding.tokenLifetime';
  if (!config.has(key)) return undefined;
  const seconds =
    durationToMilliseconds(readDurationFromConfig(config, { key })) / 1000;
  if (seconds < 600 || seconds > 7 * 24 * 3600) {
    throw wrong(key, 'it must be from ten minutes to seven days.');
  }
  return Math.round(seconds);
}

function readPrefix(config: Config, key: string): string {
  const prefix = config.getOptionalString(key) ?? 'klutch:';
  if (!/^[\x21-\x7e]+$/.test(prefix) || /^system:/i.test(prefix)) {
    throw wrong(
      key,
      `"${prefix}" cannot be used. It must be printable ASCII and must not begin with "system:", which belongs to Kubernetes.`,
    );
  }
  return prefix;
}

function readGroups(config: Config): ReadonlySet<string> | undefined {
  const key = 'klutch.identity.groups';
  const refs = config.getOptionalStringArray(key);
  return (
    refs &&
    new Set(
      refs.map(ref => {
        try {
          return stringifyEntityRef(
            parseEntityRef(ref, {
              defaultKind: 'group',
              defaultNamespace: 'default',
            }),
          );
        } catch (error) {
          throw wrong(key, `"${ref}" is not an entity ref of a group.`, error);
        }
      }),
    )
  );
}

/**
 * Reads and checks everything under `klutch`.
 *
 * @throws Error that names the key and says what to do; never quotes the contents of files
 */
export function readConfig(config: Config): PortalConfig {
  const kubeConfig = readKubeConfig(config, 'klutch.controlPlane.kubeconfig');
  const tokenLifetimeSeconds = readTokenLifetime(config);
  const namespacePrefix = config.getOptionalString(
    'klutch.binding.namespacePrefix',
  );
  return {
    controlPlane: kubeConfig,
    portalNamespace:
      config.getOptionalString('klutch.controlPlane.portalNamespace') ??
      'klutch-portal',
    allowLoopback:
      config.getOptionalBoolean('klutch.appClusters.allowLoopback') ?? false,
    binding: {
      prettyName:
        config.getOptionalString('klutch.binding.prettyName') ?? 'Klutch',
      external: readExternal(config, kubeConfig),
      ...(namespacePrefix && { namespacePrefix }),
      ...(tokenLifetimeSeconds && { tokenLifetimeSeconds }),
    },
    identity: {
      userPrefix: readPrefix(config, 'klutch.identity.userPrefix'),
      groupPrefix: readPrefix(config, 'klutch.identity.groupPrefix'),
      groups: readGroups(config),
    },
  };
}
