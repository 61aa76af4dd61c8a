/** The binding backend as a process of its own: controllers, the handshake over HTTP, probes. */
import {
  createHealth,
  kubeConfigPolicies,
  parseListenAddress,
  serveProbes,
  shutdownCheck,
  type Logger,
} from '@klutch/kube';
import type { Registry } from 'prom-client';
import type { AppClusterBindingOptions } from '../appClusterBinding/context';
import type { Audit } from '../audit/Audit';
import { createBindingBackend } from '../backend';
import { createBindingMetrics } from '../metrics/createBindingMetrics';
import type { BackendLease } from '../leaderElection/runWithLeaderElection';
import { storeReadinessCheck } from '../sessions/storeReadinessCheck';
import type { ServerConfig } from './config';
import { createHandshakeApp } from './handshakeApp';
import { listen, type ListeningServer } from './listen';
import { openStores } from './openStores';
import { createControlPlaneAccess } from './controlPlaneAccess';
import { startWarnings } from './startWarnings';

/** What a process gives the server. */
export interface ServeOptions {
  config: ServerConfig;
  logger: Logger;
  registry: Registry;
  /** Ends it in good order. */
  signal: AbortSignal;
}

/** A server that runs. */
export interface RunningServer {
  /** Ports that it listens on; no `handshake` where none is configured. */
  readonly ports: { health: number; handshake?: number };
  /** Resolves after the signal, when nothing is written any more; rejects when it cannot go on. */
  readonly stopped: Promise<void>;
}

/** The namespace of the pod counts where no Lease is configured; `null` is for who runs one replica on purpose. */
const leaseOptions = ({ lease }: ServerConfig) => {
  if (lease !== undefined) return lease ?? undefined;
  const namespace = process.env.POD_NAMESPACE;
  return namespace ? { namespace } : undefined;
};

const appClusterBindingOptions = ({
  appClusterBindings,
}: ServerConfig): AppClusterBindingOptions | undefined => {
  if (!appClusterBindings) return undefined;
  const { allowLoopback, ...policy } = appClusterBindings;
  const loopback = allowLoopback ? 'allow' : 'refuse';
  return {
    ...policy,
    kubeconfigPolicy: { ...kubeConfigPolicies.strict, loopback },
  };
};

/**
 * Starts everything; what cannot be used is said before anything is written.
 * @throws BindingError `Misconfigured`, Error in words for a kubeconfig that cannot be read
 */
export const serve = async (options: ServeOptions): Promise<RunningServer> => {
  const { config, logger, registry, signal } = options;
  const { controlPlane, handshake, prettyName } = config;
  startWarnings(handshake).forEach(warning => logger.warn({}, warning));
  const metrics = createBindingMetrics(registry);
  const access = createControlPlaneAccess({ controlPlane, logger, metrics });
  const leaseConfig = leaseOptions(config);
  const lease: BackendLease | undefined = leaseConfig && {
    ...leaseConfig,
    client: access.leaseClient,
  };
  const audit: Audit = event => logger.info({ audit: event }, event.action);
  const backend = createBindingBackend({
    audit,
    client: access.client,
    external: access.external,
    prettyName,
    namespacePrefix: config.namespacePrefix,
    tokenLifetimeSeconds: Math.round(config.tokenLifetime / 1_000),
    serviceNamespaceLimit: config.serviceNamespaceLimit,
    appClusterBindings: appClusterBindingOptions(config),
    defaultAudience: config.defaultAudience,
    issuers: handshake?.identityProviders.map(({ issuer }) => issuer),
    lease,
    logger,
    metrics,
  });

  const signInStores = handshake && openStores(handshake.database, logger);
  const health = createHealth({
    checks: [
      ...backend.checks,
      shutdownCheck(signal),
      ...(signInStores && handshake.database
        ? [storeReadinessCheck(signInStores.stores, { logger, signal })]
        : []),
    ],
  });
  const probes = await serveProbes({
    health,
    registry,
    ...parseListenAddress(config.health),
  });
  let handshakeServer: ListeningServer | undefined;
  const close = async () => {
    await handshakeServer?.close();
    await backend.stopped();
    await Promise.all([signInStores?.close(), access.close()]);
    health.close();
    await probes.close();
  };
  if (handshake && signInStores) {
    const app = createHandshakeApp({
      audit,
      backend,
      logger,
      metrics,
      prettyName,
      config: handshake,
      stores: signInStores.stores,
    });
    handshakeServer = await listen(handshake, app, { logger });
  }
  backend.start(signal);
  access.followKubeConfig(signal);
  const stopped = new Promise<void>((resolve, reject) => {
    backend.stopped().catch(reject);
    signal.addEventListener('abort', () => close().then(resolve, reject), {
      once: true,
    });
  });
  return {
    ports: {
      health: probes.port,
      ...(handshakeServer && { handshake: handshakeServer.port }),
    },
    stopped,
  };
};
