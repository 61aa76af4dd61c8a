/** Reads the configuration under `klutch`, with errors that name the invalid key. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readDurationFromConfig, type Config } from '@backstage/config';
import { parseEntityRef, stringifyEntityRef } from '@backstage/catalog-model';
import { durationToMilliseconds } from '@backstage/types';
import {
  audienceOf,
  BindingError,
  externalEndpoint,
  isServiceNamespaceLimit,
  isTokenLifetime,
  portalIssuer,
  type AppClusterBindingOptions,
  type DefaultAudience,
  type ExternalEndpoint,
} from '@klutch/binding-backend';
import {
  kubeConfigPolicies,
  KubeconfigRefusedError,
  loadKubeConfig,
  sanitizeKubeConfig,
} from '@klutch/kube';
import type { KubeConfig } from '@kubernetes/client-node';
import type { IdentityMapping } from '../identity/kubernetesIdentity';
import { readAppClusterBindings } from './readAppClusterBindings';
import { readHandshake, type HandshakeConfig } from './readHandshake';

/** The portal's configuration, validated and with defaults. */
export interface PortalConfig {
  controlPlane: KubeConfig;
  /** Namespace of the app clusters' kubeconfigs. */
  portalNamespace: string;
  /** Accept kubeconfigs whose server is on this machine. */
  allowLoopback: boolean;
  binding: {
    prettyName: string;
    external: ExternalEndpoint;
    namespacePrefix?: string;
    /** Issuers of user identities: the portal, and identity providers. */
    issuers: readonly string[];
    /** Absent: `everyone`. */
    defaultAudience?: DefaultAudience;
    tokenLifetimeSeconds?: number;
    serviceNamespaceLimit?: number;
    /** Absent: the join command installs no konnector; administrators of the app cluster run one. */
    konnectorImage?: string;
    /** Absent: AppClusterBindings are ignored. */
    appClusterBindings?: AppClusterBindingOptions;
  };
  /** Absent: APIs can be bound in the portal only. */
  handshake?: HandshakeConfig;
  identity: IdentityMapping;
  /** Whether Backstage asks a permission policy; otherwise every user has all permissions. */
  permissionsEnabled: boolean;
  /** Whether `trustProxy` of Backstage's HTTP server is configured. */
  isTrustProxyConfigured: boolean;
}

/** Error for a configuration key with an invalid value. */
function configError(key: string, problem: string, cause?: unknown): Error {
  return new Error(`Configuration ${key}: ${problem}`, { cause });
}

function readFile(config: Config, key: string): string {
  const path = config.getString(key);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw configError(
      key,
      `the file ${path} cannot be read. Check its path and rights.`,
      error,
    );
  }
}

function readKubeConfig(config: Config, key: string): KubeConfig {
  const yaml = readFile(config, key);
  try {
    const { kubeconfig } = sanitizeKubeConfig(yaml, {
      ...kubeConfigPolicies.open,
      directory: dirname(resolve(config.getString(key))),
    });
    return loadKubeConfig(kubeconfig);
  } catch (error) {
    if (!(error instanceof KubeconfigRefusedError)) throw error;
    throw configError(
      key,
      `the kubeconfig cannot be used. ${error.explanation}`,
      error,
    );
  }
}

function readExternalEndpoint(
  config: Config,
  kubeConfig: KubeConfig,
): ExternalEndpoint {
  const prefix = 'klutch.binding';
  const caFile = `${prefix}.externalCaFile`;
  try {
    return externalEndpoint(kubeConfig, {
      server: config.getOptionalString(`${prefix}.externalServer`),
      ca: config.has(caFile) ? readFile(config, caFile) : undefined,
      tlsServerName: config.getOptionalString(`${prefix}.tlsServerName`),
    });
  } catch (error) {
    if (!(error instanceof BindingError)) throw error;
    throw configError(`${prefix}.externalServer`, error.message, error);
  }
}

function readTokenLifetime(config: Config): number | undefined {
  const key = 'klutch.binding.tokenLifetime';
  if (!config.has(key)) return undefined;
  const seconds =
    durationToMilliseconds(readDurationFromConfig(config, { key })) / 1000;
  if (!isTokenLifetime(seconds)) {
    throw configError(key, 'the value must be from ten minutes to seven days.');
  }
  return Math.round(seconds);
}

function readServiceNamespaceLimit(config: Config): number | undefined {
  const key = 'klutch.binding.serviceNamespaceLimit';
  const limit = config.getOptionalNumber(key);
  if (limit !== undefined && !isServiceNamespaceLimit(limit)) {
    throw configError(key, 'write a whole number, 0 for no limit.');
  }
  return limit;
}

function readPrefix(config: Config, key: string): string {
  const prefix = config.getOptionalString(key) ?? 'klutch:';
  if (!/^[\x21-\x7e]+$/.test(prefix) || /^system:/i.test(prefix)) {
    throw configError(
      key,
      `"${prefix}" cannot be used. It must be printable ASCII and must not begin with "system:", which is reserved for Kubernetes.`,
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
          throw configError(
            key,
            `"${ref}" is not an entity ref of a group.`,
            error,
          );
        }
      }),
    )
  );
}

function readDefaultAudience(
  config: Config,
  issuers: readonly string[],
): DefaultAudience | undefined {
  const key = 'klutch.binding.defaultAudience';
  const value = config.getOptional(key);
  if (value === undefined) return undefined;
  const isGroups =
    Array.isArray(value) && value.every(group => typeof group === 'string');
  if (value !== 'everyone' && value !== 'nobody' && !isGroups) {
    throw configError(key, 'write everyone, nobody, or a list of groups.');
  }
  const defaultAudience = value as DefaultAudience;
  try {
    audienceOf({ defaultAudience, issuers });
  } catch (error) {
    if (!(error instanceof BindingError)) throw error;
    throw configError(key, error.message, error);
  }
  return defaultAudience;
}

/**
 * Reads and validates everything under `klutch`, and the Backstage keys that it depends on.
 *
 * @throws Error that names the key and says what to do; never quotes the contents of files
 */
export function readConfig(config: Config): PortalConfig {
  const kubeConfig = readKubeConfig(config, 'klutch.controlPlane.kubeconfig');
  const tokenLifetimeSeconds = readTokenLifetime(config);
  const serviceNamespaceLimit = readServiceNamespaceLimit(config);
  const namespacePrefix = config.getOptionalString(
    'klutch.binding.namespacePrefix',
  );
  const konnectorImage = config.getOptionalString(
    'klutch.binding.konnectorImage',
  );
  const allowLoopback =
    config.getOptionalBoolean('klutch.appClusters.allowLoopback') ?? false;
  const appClusterBindings = readAppClusterBindings(config, allowLoopback);
  const handshake = readHandshake(config);
  const issuers = [
    portalIssuer,
    ...(handshake?.identityProviders ?? []).map(({ issuer }) => issuer),
  ];
  const defaultAudience = readDefaultAudience(config, issuers);
  return {
    controlPlane: kubeConfig,
    portalNamespace:
      config.getOptionalString('klutch.controlPlane.portalNamespace') ??
      'klutch-portal',
    allowLoopback,
    binding: {
      prettyName:
        config.getOptionalString('klutch.binding.prettyName') ?? 'Klutch',
      external: readExternalEndpoint(config, kubeConfig),
      issuers,
      ...(defaultAudience && { defaultAudience }),
      ...(namespacePrefix && { namespacePrefix }),
      ...(tokenLifetimeSeconds && { tokenLifetimeSeconds }),
      ...(serviceNamespaceLimit !== undefined && { serviceNamespaceLimit }),
      ...(konnectorImage && { konnectorImage }),
      ...(appClusterBindings && { appClusterBindings }),
    },
    handshake,
    identity: {
      userPrefix: readPrefix(config, 'klutch.identity.userPrefix'),
      groupPrefix: readPrefix(config, 'klutch.identity.groupPrefix'),
      groups: readGroups(config),
    },
    // Same rule as in Backstage, which does not export its function.
    permissionsEnabled:
      config.getOptionalBoolean('permission.enabled') ?? false,
    isTrustProxyConfigured: config.has('backend.trustProxy'),
  };
}
