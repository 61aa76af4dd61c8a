/** The Express app that serves the handshake in the standalone server. */
import type { Logger } from '@klutch/kube';
import express, { type Express } from 'express';
import type { Audit } from '../audit/Audit';
import { createHandshake } from '../handshake/createHandshake';
import type { HandshakeBackend } from '../handshake/HandshakeContext';
import { createBindingRouter } from '../http/createBindingRouter';
import type { BindingMetrics } from '../metrics/BindingMetrics';
import { createIdentityProviders } from '../oidc/createIdentityProviders';
import type { ExpiringStores } from '../sessions/ExpiringStore';
import { protocolVersion } from '../version';
import type { HandshakeConfig } from './config';
import { readSecret } from './readSecret';

/** Configuration of {@link createHandshakeApp}. */
export interface HandshakeAppOptions {
  config: HandshakeConfig;
  prettyName: string;
  backend: HandshakeBackend;
  stores: ExpiringStores;
  audit: Audit;
  logger: Logger;
  metrics?: BindingMetrics;
}

/**
 * Creates the app; its routes are below the path of the external URL.
 * @throws BindingError `Misconfigured`
 */
export const createHandshakeApp = (options: HandshakeAppOptions): Express => {
  const { audit, backend, config, logger, metrics, stores } = options;
  const handshake = createHandshake({
    audit,
    backend,
    metrics,
    stores,
    externalUrl: config.externalUrl,
    allowReferenceRedirect: config.allowReferenceRedirect,
    providers: createIdentityProviders(
      config.identityProviders.map(({ clientSecret, ...provider }) => ({
        ...provider,
        ...(clientSecret && { clientSecret: () => readSecret(clientSecret) }),
      })),
    ),
  });
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustedProxies ?? 0);
  return app.use(
    new URL(handshake.externalUrl).pathname,
    createBindingRouter({
      handshake,
      prettyName: options.prettyName,
      version: protocolVersion,
      logger,
      metrics,
      limits: { requests: config.requestsPerMinute },
    }),
  );
};
