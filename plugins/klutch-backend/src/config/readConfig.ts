/** Reads the configuration under `klutch`, with errors that name the invalid key. */
import { readDurationFromConfig, type Config } from '@backstage/config';
import { durationToMilliseconds } from '@backstage/types';
import {
  audienceOf,
  BindingError,
  isServiceNamespaceLimit,
  isTokenLifetime,
  portalIssuer,
  type AppClusterBindingOptions,
  type DefaultAudience,
} from '@klutch/binding-backend';
import { readMountPath } from '@klutch/backstage-plugin-klutch-node';
import type { IdentityMapping } from '../identity/kubernetesIdentity';
import { configError } from './configError';
import { readAppClusterBindings } from './readAppClusterBindings';
import { readControlPlane, type ControlPlaneConfig } from './readControlPlane';
import { readHandshake, type HandshakeConfig } from './readHandshake';
import { readIdentity } from './readIdentity';
import { readOperators } from './readOperators';

/** The portal's configuration, validated and with defaults. */
export interface PortalConfig {
  controlPlane: ControlPlaneConfig;
  /** Namespace of the app clusters' kubeconfigs. */
  portalNamespace: string;
  /** Accept kubeconfigs whose server is on this machine. */
  allowLoopback: boolean;
  /** Hosts of OCI registries that may be asked for versions of Crossplane packages. */
  packageRegistries: readonly string[];
  binding: {
    prettyName: string;
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
  /** Absent: nobody is notified. */
  notifications?: {
    /** Who is notified of app clusters: entity refs of users and groups. */
    operators: readonly string[];
  };
  /** Path of the pages, see `readMountPath`. */
  mountPath: string;
  /** Whether Backstage asks a permission policy; otherwise every user has all permissions. */
  permissionsEnabled: boolean;
  /** Whether `trustProxy` of Backstage's HTTP server is configured. */
  isTrustProxyConfigured: boolean;
  /** Whether every client may name the address that it is counted by. */
  trustsEveryProxy: boolean;
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

function readPackageRegistries(config: Config): string[] {
  const key = 'klutch.controlPlane.packageRegistries';
  const hosts = config.getOptionalStringArray(key) ?? [];
  const invalid = hosts.find(
    host => !URL.canParse(`https://${host}`) || /[/@?#]/.test(host),
  );
  if (invalid !== undefined) {
    throw configError(
      key,
      `"${invalid}" is not a host. Write it as in package references, without https:// and without a path.`,
    );
  }
  return hosts;
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
  const controlPlane = readControlPlane(config);
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
    controlPlane,
    portalNamespace:
      config.getOptionalString('klutch.controlPlane.portalNamespace') ??
      'klutch-portal',
    allowLoopback,
    packageRegistries: readPackageRegistries(config),
    binding: {
      prettyName:
        config.getOptionalString('klutch.binding.prettyName') ?? 'Klutch',
      issuers,
      ...(defaultAudience && { defaultAudience }),
      ...(namespacePrefix && { namespacePrefix }),
      ...(tokenLifetimeSeconds && { tokenLifetimeSeconds }),
      ...(serviceNamespaceLimit !== undefined && { serviceNamespaceLimit }),
      ...(konnectorImage && { konnectorImage }),
      ...(appClusterBindings && { appClusterBindings }),
    },
    handshake,
    identity: readIdentity(config),
    ...(config.getOptionalBoolean('klutch.notifications.enabled') && {
      notifications: { operators: readOperators(config) },
    }),
    mountPath: readMountPath(config),
    // Same rule as in Backstage, which does not export its function.
    permissionsEnabled:
      config.getOptionalBoolean('permission.enabled') ?? false,
    isTrustProxyConfigured: config.has('backend.trustProxy'),
    trustsEveryProxy: config.getOptional('backend.trustProxy') === true,
  };
}
