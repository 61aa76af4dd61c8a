/** Serves the binding handshake for terminals and machines under the portal's own path. */
import type {
  AuditorService,
  LoggerService,
} from '@backstage/backend-plugin-api';
import {
  createBindingRouter,
  createHandshake,
  createIdentityProviders,
  protocolVersion,
  type BindingBackend,
  type ExpiringStores,
} from '@klutch/binding-backend';
import { Router } from 'express';
import { kubeLogger } from '../clusters/kubeLogger';
import type { HandshakeConfig } from '../config/readHandshake';
import { bindingAudit } from './bindingAudit';

/** Relative to the plugin's path. */
export const handshakePath = '/binding';

export interface HandshakeRouterOptions {
  config: HandshakeConfig;
  prettyName: string;
  binding: BindingBackend;
  auditor: AuditorService;
  stores: ExpiringStores;
  /** URL of the handshake as reached by browsers. */
  externalUrl: string;
  logger: LoggerService;
}

/**
 * Creates the router, to be mounted at the plugin's path.
 * @throws BindingError `Misconfigured`
 */
export function createHandshakeRouter(options: HandshakeRouterOptions): Router {
  const { config, binding, prettyName, auditor, logger } = options;
  const { externalUrl, stores } = options;
  const handshake = createHandshake({
    backend: binding,
    providers: createIdentityProviders(config.identityProviders),
    stores,
    audit: bindingAudit(auditor, logger),
    externalUrl,
    allowReferenceRedirect: config.allowReferenceRedirect,
  });
  return Router().use(
    handshakePath,
    createBindingRouter({
      handshake,
      prettyName,
      version: protocolVersion,
      logger: kubeLogger(logger),
      limits: { requests: config.requestsPerMinute },
    }),
  );
}
