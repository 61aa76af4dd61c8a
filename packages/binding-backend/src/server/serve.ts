/** The binding backend as a standalone process: controllers, the handshake over HTTP, probes. */
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
import { createBindingBackend } from '../backend/createBindingBackend';
import { createBindingMetrics } from '../metrics/createBindingMetrics';
import type { BackendLease } from '../leaderElection/runWithLeaderElection';
import { storeReadinessCheck } from '../sessions/storeReadinessCheck';
import type { ServerConfig } from './config';
import { createHandshakeApp } from './handshakeApp';
import { listen, type ListeningServer } from './listen';
import { openStores } from './openStores';
import { controlPlaneAccess } from './controlPlaneAccess';
import { startWarnings } from './startWarnings';

/** Options of {@link serve}. */
export interface ServeOptions {
  config: ServerConfig;
  logger: Logger;
  registry: Registry;
  /** Stops the server gracefully. */
  signal: AbortSignal;
}

export interface RunningServer {
  /** Listening ports; `handshake` only if the handshake is configured. */
  readonly ports: { health: number; handshake?: number };
  /** Resolves after the signal, when all controllers have stopped writing; rejects on a fatal error. */
  readonly stopped: Promise<void>;
}

/** Without a configured Lease, the namespace of the pod is used; `null` disables leader election for a single replica. */
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
 * Starts the server; configuration errors are thrown before anything is written to the cluster.
 * @throws BindingError `Misconfigured`; Error with a message for operators for an invalid kubeconfig
 */
export const serve = async (options: ServeOptions): Promise<RunningServer> => {
  const { config, logger, registry, signal } = options;
  const { controlPlane, handshake, prettyName } = config;
  startWarnings(handshake).forEach(warning => logger.warn({}, warning));
  const metrics = createBindingMetrics(registry);
  const access = controlPlaneAccess({ controlPlane, logger, metrics });
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
